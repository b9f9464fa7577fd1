import { defineRule } from '../engine/security-rule.ts';

export const secret = defineRule({
  id: 'security/secret',
  title: 'Contains a secret',
  severity: 'high',
  why: 'Everybody who has the skill has the key.',
  remedy: 'Revoke it now and read it from the environment.',
  owasp: ['ASI03', 'AST04'],
  showsNoIntent: true,
});
