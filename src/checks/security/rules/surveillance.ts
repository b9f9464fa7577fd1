import { defineRule } from '../engine/security-rule.ts';

export const surveillance = defineRule({
  id: 'security/surveillance',
  title: 'Records keystrokes, clipboard, screen or cookies',
  severity: 'high',
  why: 'They show everything that the user does, not what the task is about.',
  remedy: 'Remove it, or ask the user for the one thing that is needed.',
  owasp: ['ASI02', 'AST01'],
  patterns: [
    {
      severity: 'high',
      cues: ['on_press'],
      pattern: /\bkeyboard\.Listener\s{0,2}\(\s{0,2}on_press/,
      because: 'Listens to every key that is pressed.',
      codeOnly: true,
    },
  ],
});
