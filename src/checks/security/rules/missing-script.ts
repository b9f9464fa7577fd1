import { defineRule } from '../engine/security-rule.ts';

export const missingScript = defineRule({
  id: 'security/missing-script',
  title: 'Runs a script that is not part of the skill',
  severity: 'low',
  why: 'The script could not be reviewed, and somebody else may put one there.',
  remedy: 'Ship the script, or say where it comes from.',
  owasp: ['ASI04', 'AST02'],
  showsNoIntent: true,
});
