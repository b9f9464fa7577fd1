import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { FAKE_SYSTEM_MESSAGE } from '../rules/injection.ts';
import type { Of } from './of-rule.ts';

/** Text that imitates what only the system or the chat template writes. */
export const MESSAGE_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: FAKE_SYSTEM_MESSAGE,
    severity: 'medium',
    cues: ['im_start', 'start_header_id', 'inst', 'sys', 'endoftext'],
    pattern: /<\|(?:im_start|start_header_id|endoftext)\|>|\[INST\]|<<SYS>>/,
    proseOnly: true,
    because: 'Marks of chat templates: what stands behind them looks like another speaker.',
  },
  {
    rule: FAKE_SYSTEM_MESSAGE,
    severity: 'high',
    cues: ['im_start', 'start_header_id', 'sys'],
    pattern:
      /(?<![^\n])[ \t]{0,3}(?:<\|im_start\|>\s?system|<\|start_header_id\|>\s?system|(?:\[INST\]\s?)?<<SYS>>)/,
    proseOnly: true,
    because: 'A message of the system begins here, not a mention of one.',
  },
  {
    rule: FAKE_SYSTEM_MESSAGE,
    severity: 'medium',
    cues: ['system'],
    pattern:
      /(?<![^\n\s>#*])[>#* \t]{0,6}(?:\[SYSTEM(?:[ _][A-Z]{2,12})?\]|<\/?system>|SYSTEM (?:NOTE|NOTICE|MESSAGE|OVERRIDE|ALERT|UPDATE|PROMPT|INSTRUCTION)\b[^:\n]{0,40}(?:[:#*]|$))/m,
    proseOnly: true,
    because: 'Speaks with a voice that is not the skill’s.',
  },
];
