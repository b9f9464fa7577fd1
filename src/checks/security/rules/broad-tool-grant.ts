import { defineRule } from '../engine/security-rule.ts';

export const broadToolGrant = defineRule({
  id: 'security/broad-tool-grant',
  title: 'Asks for tools without restrictions',
  severity: 'low',
  why: 'Anything that goes wrong in the skill can use everything it was granted.',
  remedy: 'List the tools, and the commands of the shell, that the skill needs.',
  owasp: ['ASI03', 'AST03'],
});
