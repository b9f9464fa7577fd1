import { defineRule } from '../engine/security-rule.ts';

export const hiddenComment = defineRule({
  id: 'security/hidden-comment',
  title: 'Instructs the agent in a comment that a reader does not see',
  severity: 'high',
  why: 'Comments disappear when the page is rendered, but the agent still reads them.',
  remedy: 'Write instructions where a person reviewing the skill sees them.',
  owasp: ['ASI01', 'AST01'],
});
