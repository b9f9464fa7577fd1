import { defineRule } from '../engine/security-rule.ts';

export const environmentExfiltration = defineRule({
  id: 'security/environment-exfiltration',
  title: 'Sends the whole environment to another machine',
  severity: 'critical',
  why: 'The environment holds the keys of everything else that runs there.',
  remedy: 'Send the one variable that the service needs.',
  owasp: ['ASI03', 'ASI02', 'AST01'],
});
