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
      because: 'Has the agent itself read a credential file.',
    },
    {
      severity: 'high',
      slots: ['readStrongly', 'personalPath'],
      gap: 14,
      unless: ['existence'],
      because: 'Reads a personal credential file, which only its owner has a reason to read.',
    },
    {
      severity: 'info',
      slots: ['collect|display', 'envFile'],
      gap: 10,
      because:
        "Reads a .env file, which is ordinary for the skill's own key but not beside a destination outside the machine.",
    },
  ],
});
