import { defineRule } from '../engine/security-rule.ts';

export const hook = defineRule({
  id: 'security/hook',
  title: 'Runs a command on events of the agent',
  severity: 'medium',
  why: 'A hook runs without a decision of the agent or the user.',
  remedy: 'Say in the description what runs and when, and keep it to checks.',
  owasp: ['ASI05', 'ASI10', 'AST03'],
});
