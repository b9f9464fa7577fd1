import { defineRule } from '../engine/security-rule.ts';

export const encodedInstruction = defineRule({
  id: 'security/encoded-instruction',
  title: 'Hides an instruction or command behind an encoding',
  severity: 'high',
  why: 'An encoding keeps a reader from seeing what the agent can decode.',
  remedy: 'Write it out, so that it can be reviewed.',
  owasp: ['ASI01', 'AST01'],
});
