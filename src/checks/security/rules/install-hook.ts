import { defineRule } from '../engine/security-rule.ts';

export const installHook = defineRule({
  id: 'security/install-hook',
  title: 'Runs a script when a package is installed',
  severity: 'low',
  why: 'It runs before anybody has looked at the package.',
  remedy: 'Run the step with a command of its own.',
  owasp: ['ASI04', 'ASI05', 'AST02'],
  patterns: [
    {
      severity: 'low',
      cues: ['postinstall', 'preinstall'],
      pattern: /"(?:pre|post)install"\s{0,2}:\s{0,2}"[^"\n]{1,300}"/,
      because: 'Runs a script when the package is installed.',
      codeOnly: true,
    },
  ],
});
