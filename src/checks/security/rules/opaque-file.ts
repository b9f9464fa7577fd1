import { defineRule } from '../engine/security-rule.ts';

export const opaqueFile = defineRule({
  id: 'security/opaque-file',
  title: 'Ships a file that cannot be reviewed',
  severity: 'medium',
  why: 'Programs, bytecode and archives hide what they do from every reader.',
  remedy: 'Ship the source, or fetch a pinned release and check its digest.',
  owasp: ['ASI04', 'AST02', 'AST08'],
});
