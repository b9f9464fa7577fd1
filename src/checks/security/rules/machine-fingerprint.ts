import { defineRule } from '../engine/security-rule.ts';

export const machineFingerprint = defineRule({
  id: 'security/machine-fingerprint',
  title: 'Sends identifying details of the machine elsewhere',
  severity: 'medium',
  why: 'User and host names are what an attacker collects first.',
  remedy: 'Leave them out, or send a random number made for the purpose.',
  owasp: ['ASI02', 'AST01'],
});
