import { defineRule } from '../engine/security-rule.ts';

export const partlyReviewed = defineRule({
  id: 'security/partly-reviewed',
  title: 'Is too large to be reviewed in full',
  severity: 'medium',
  why: 'Content beyond the parsing limit was searched for patterns but not parsed.',
  remedy: 'Split the file, or leave generated content out of the skill.',
  owasp: ['AST08'],
  holdsInAnyContext: true,
});
