import { defineRule } from '../engine/security-rule.ts';

export const bidiControl = defineRule({
  id: 'security/bidi-control',
  title: 'Reorders text with bidirectional controls',
  severity: 'high',
  why: 'The text that is shown differs from the text that is read or run (CVE-2021-42574).',
  remedy: 'Remove the controls.',
  owasp: ['ASI01', 'AST01'],
});
