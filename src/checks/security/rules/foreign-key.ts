import { defineRule } from '../engine/security-rule.ts';

export const foreignKey = defineRule({
  id: 'security/foreign-key',
  title: 'Sends the key of one service to another',
  severity: 'high',
  why: 'A service has no use for a key that is not its own.',
  remedy: 'Use a key of the service that is called.',
  owasp: ['ASI03', 'AST01'],
});
