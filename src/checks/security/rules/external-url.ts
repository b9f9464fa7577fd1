import { defineRule } from '../engine/security-rule.ts';

export const externalUrl = defineRule({
  id: 'security/external-url',
  title: 'Links to content that anybody can change unnoticed',
  severity: 'low',
  why: 'Tunnels, pastes and short links do not show who answers, and can answer something else tomorrow.',
  remedy: 'Link to the service by its own name.',
  owasp: ['ASI04', 'AST07'],
  showsNoIntent: true,
});
