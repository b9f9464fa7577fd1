import { defineRule } from '../engine/security-rule.ts';

export const invisibleText = defineRule({
  id: 'security/invisible-text',
  title: 'Contains text in invisible characters',
  severity: 'high',
  why: 'The agent reads what a person reviewing the file cannot.',
  remedy: 'Remove the invisible characters; joiners inside emoji and scripts that need them may stay.',
  owasp: ['ASI01', 'AST01'],
});
