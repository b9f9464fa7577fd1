import { defineRule } from '../engine/security-rule.ts';

export const credentialRead = defineRule({
  id: 'security/credential-read',
  title: 'Reads a credential store of the user',
  severity: 'medium',
  why: 'Keys that the agent has read are in its context, its logs and everything it writes.',
  remedy: 'Let the tool that owns the credentials use them, or ask the user for one key.',
  owasp: ['ASI03', 'AST03'],
  countsInScripts: true,
  claims: [
    {
      severity: 'medium',
      slots: ['collect|display', 'secretPath'],
      gap: 14,
      because: 'Has the agent itself read a store of keys.',
    },
    {
      severity: 'high',
      slots: ['readStrongly', 'personalPath'],
      gap: 14,
      unless: ['existence'],
      because: 'Nobody but its owner has a reason to read it.',
    },
    {
      severity: 'info',
      slots: ['collect|display', 'envFile'],
      gap: 10,
      because: 'Ordinary for the key of the skill; it matters beside a way out or a standing instruction.',
    },
  ],
});
