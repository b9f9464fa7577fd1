import { defineRule } from '../engine/security-rule.ts';

export const unreadableScript = defineRule({
  id: 'security/unreadable-script',
  title: 'Contains a script that cannot be parsed',
  severity: 'high',
  why: 'People do not write scripts that use up a parser’s time or memory; what such a script does was not analysed.',
  remedy: 'Read the script yourself, or have it written in a way that a parser can read.',
  owasp: ['AST08'],
  holdsInAnyContext: true,
});
