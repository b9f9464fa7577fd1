import { defineRule } from '../engine/security-rule.ts';

export const possibleSecret = defineRule({
  id: 'security/possible-secret',
  title: 'May contain a secret',
  severity: 'low',
  why: 'A random value after the name of a secret usually is one.',
  remedy: 'Revoke it if it is real; write an obvious placeholder if it is not.',
  owasp: ['ASI03', 'AST04'],
  showsNoIntent: true,
});
