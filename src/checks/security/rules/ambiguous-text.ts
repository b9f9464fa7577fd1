import { defineRule } from '../engine/security-rule.ts';

export const ambiguousText = defineRule({
  id: 'security/ambiguous-text',
  title: 'Is a script that programs read as different texts',
  severity: 'high',
  why: 'An interpreter skips or decodes what an editor or a reviewer takes for something else, so what runs is not what is read. Nobody needs that: each interpreter takes plain UTF-8.',
  remedy: 'Save the script as UTF-8, without NUL characters, foreign first bytes or a declared encoding.',
  owasp: ['ASI05', 'AST01', 'AST08'],
});
