import { defineRule } from '../engine/security-rule.ts';

export const hiddenMarkup = defineRule({
  id: 'security/hidden-markup',
  title: 'Hides text from readers with styling',
  severity: 'medium',
  why: 'Text of size zero or without contrast is for the agent only.',
  remedy: 'Show the text or remove it.',
  owasp: ['ASI01', 'AST01'],
});
