import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { EXPLOIT } from '../rules/control.ts';
import { OBFUSCATED_CODE } from '../rules/execution.ts';
import type { Of } from './of-rule.ts';

/** Code that is written to be run but not to be read. */
export const OBFUSCATION_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: [],
    pattern: /\b_0x[0-9a-f]{4,6}\b[^\n]{0,400}\b_0x[0-9a-f]{4,6}\b/,
    because: 'Names made by a JavaScript obfuscator.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['ifs'],
    pattern: /\w\$\{?IFS\}?[\w/-]/,
    because: 'Blanks written so that no filter sees the words.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['getattr'],
    pattern: /getattr\s{0,2}\(\s{0,2}(?:__builtins__|__import__\s{0,2}\(\s{0,2}["']\w)[^\n]{0,120}/,
    because: 'A function is looked up by a name that is not written out.',
    codeOnly: true,
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['__import__'],
    pattern:
      /__import__\s{0,2}\(\s{0,2}["'](?:os|subprocess|socket|pty)["']\s{0,2}\)\s{0,2}\.\s{0,2}\w{1,20}\s{0,2}\(/,
    because: 'An import inside an expression, so that none stands at the top.',
    codeOnly: true,
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['chr'],
    pattern: /(?:\bchr\(\s{0,2}(?:0x)?[0-9a-f]{2,4}\s{0,2}\)\s{0,3}[+.,&]\s{0,3}){6}/i,
    because: 'A text put together from numbers.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['chr'],
    pattern: /\bchr\b[^\n]{0,40}\[\s{0,3}(?:(?:0x)?[0-9a-f]{2,3}\s{0,2},\s{0,2}){8}/i,
    codeOnly: true,
    because: 'The same from a list of them.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['__import__', 'import_module'],
    pattern:
      /\b(?:__import__|import_module)\s{0,2}\(\s{0,2}[^\n)]{0,40}(?:\bjoin\s{0,2}\(|\bchr\s{0,2}\(|b64decode|fromhex|\[::-1\]|codecs\.)/,
    codeOnly: true,
    because: 'The name of what is imported is put together.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'high',
    cues: ['fromcharcode'],
    pattern: /fromCharCode\(\s{0,2}(?:\.{3}\s{0,2}\[\s{0,2})?(?:(?:0x)?[0-9a-f]{1,5}\s{0,2},\s{0,2}){8}/i,
    because: 'The same in JavaScript.',
  },
  {
    rule: OBFUSCATED_CODE,
    severity: 'medium',
    cues: [],
    pattern: /(?:\\x[0-9a-f]{2}){16}/i,
    because: 'A text spelled in escapes that plain letters would do for.',
  },
  {
    rule: EXPLOIT,
    severity: 'high',
    cues: ['mainmodule', 'constructor'],
    pattern:
      /process\.mainModule\.(?:require|constructor)|constructor\.constructor\s{0,2}\(\s{0,2}["'](?:return process|return this)/i,
    codeOnly: true,
    because: 'A way out of a JavaScript sandbox.',
  },
  {
    rule: EXPLOIT,
    severity: 'high',
    cues: ['child_process'],
    pattern: /"[^"\n]{0,200}require\(\\["']child_process\\["']\)[^"\n]{0,40}\.(?:exec|spawn)/,
    codeOnly: true,
    because: 'A command as the value of a setting: whoever evaluates the setting runs it.',
  },
  {
    rule: EXPLOIT,
    severity: 'high',
    cues: ['__subclasses__'],
    pattern: /__(?:class__|mro__|base__)[^\n]{0,80}__subclasses__\s{0,2}\(/,
    codeOnly: true,
    because: 'A way out of a Python template.',
  },
  {
    rule: EXPLOIT,
    severity: 'high',
    cues: ['jndi'],
    pattern: /\$\{jndi:(?:ldap|rmi|dns)s?:/i,
    because: 'Makes a logger load code.',
  },
];
