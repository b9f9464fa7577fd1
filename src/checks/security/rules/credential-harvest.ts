import { defineRule } from '../engine/security-rule.ts';

export const credentialHarvest = defineRule({
  id: 'security/credential-harvest',
  title: 'Collects credentials of several services',
  severity: 'high',
  why: 'No task needs the keys of unrelated services together.',
  remedy: 'Read only what the task needs, through the tool that owns it.',
  owasp: ['ASI03', 'AST01'],
  claims: [
    {
      severity: 'high',
      slots: ['take', 'loot'],
      gap: 6,
      because: 'Collects passwords, cookies or wallets that other programs store.',
    },
  ],
});
