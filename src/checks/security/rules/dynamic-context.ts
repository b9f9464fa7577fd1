import { defineRule } from '../engine/security-rule.ts';

export const dynamicContext = defineRule({
  id: 'security/dynamic-context',
  title: 'Runs a command while the skill is loaded',
  severity: 'low',
  why: 'The command runs before the agent has read the skill, so nobody decides about it.',
  remedy: 'Let the agent run the command when it needs the result.',
  owasp: ['ASI05', 'AST03'],
  isExplainedInCourses: true,
});
