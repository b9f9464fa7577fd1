import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { EXPLOIT } from '../rules/control.ts';
import type { Of } from './of-rule.ts';

/** Code that is written to be run but not to be read. */
export const OBFUSCATION_PATTERNS: readonly Of<CodePattern>[] = [
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
