import { defineRule } from '../engine/security-rule.ts';

export const unsafeDeserialization = defineRule({
  id: 'security/unsafe-deserialization',
  title: 'Loads data in a format that can run code',
  severity: 'medium',
  why: 'Reading a pickle runs what its author put there.',
  remedy: 'Use JSON or another format that holds data only.',
  owasp: ['ASI05', 'AST05'],
});
