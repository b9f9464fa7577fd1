import { defineRule } from '../engine/security-rule.ts';

export const obfuscatedCode = defineRule({
  id: 'security/obfuscated-code',
  title: 'Obfuscates code',
  severity: 'high',
  why: 'A reviewer cannot read code that is only assembled at run time.',
  remedy: 'Write the code plainly.',
  owasp: ['ASI05', 'AST01'],
  isExplainedInCourses: true,
  patterns: [
    {
      severity: 'high',
      cues: [],
      pattern: /\b_0x[0-9a-f]{4,6}\b[^\n]{0,400}\b_0x[0-9a-f]{4,6}\b/,
      because: 'Contains names that a JavaScript obfuscator produces.',
    },
    {
      severity: 'high',
      cues: ['ifs'],
      pattern: /\w\$\{?IFS\}?[\w/-]/,
      because: 'Replaces blanks by a shell variable, so that filters do not recognise the words.',
    },
    {
      severity: 'high',
      cues: ['getattr'],
      pattern: /getattr\s{0,2}\(\s{0,2}(?:__builtins__|__import__\s{0,2}\(\s{0,2}["']\w)[^\n]{0,120}/,
      because: 'Looks up a function by a name that is hidden in an expression.',
      codeOnly: true,
    },
    {
      severity: 'high',
      cues: ['__import__'],
      pattern:
        /__import__\s{0,2}\(\s{0,2}["'](?:os|subprocess|socket|pty)["']\s{0,2}\)\s{0,2}\.\s{0,2}\w{1,20}\s{0,2}\(/,
      because: 'Imports a module inside an expression, so that the import does not appear at the top.',
      codeOnly: true,
    },
    {
      severity: 'high',
      cues: ['chr'],
      pattern: /(?:\bchr\(\s{0,2}(?:0x)?[0-9a-f]{2,4}\s{0,2}\)\s{0,3}[+.,&]\s{0,3}){6}/i,
      because: 'Assembles a text from character codes.',
    },
    {
      severity: 'high',
      cues: ['chr'],
      pattern: /\bchr\b[^\n]{0,40}\[\s{0,3}(?:(?:0x)?[0-9a-f]{2,3}\s{0,2},\s{0,2}){8}/i,
      codeOnly: true,
      because: 'Assembles a text from a list of character codes.',
    },
    {
      severity: 'high',
      cues: ['__import__', 'import_module'],
      pattern:
        /\b(?:__import__|import_module)\s{0,2}\(\s{0,2}[^\n)]{0,40}(?:\bjoin\s{0,2}\(|\bchr\s{0,2}\(|b64decode|fromhex|\[::-1\]|codecs\.)/,
      codeOnly: true,
      because: 'Assembles the name of an imported module.',
    },
    {
      severity: 'high',
      cues: ['fromcharcode'],
      pattern: /fromCharCode\(\s{0,2}(?:\.{3}\s{0,2}\[\s{0,2})?(?:(?:0x)?[0-9a-f]{1,5}\s{0,2},\s{0,2}){8}/i,
      because: 'Assembles a text from character codes in JavaScript.',
    },
    {
      severity: 'medium',
      cues: [],
      pattern: /(?:\\x[0-9a-f]{2}){16}/i,
      because: 'Writes a text in escapes where plain characters would do.',
    },
  ],
});
