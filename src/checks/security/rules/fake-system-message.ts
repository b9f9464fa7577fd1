import { defineRule } from '../engine/security-rule.ts';

export const fakeSystemMessage = defineRule({
  id: 'security/fake-system-message',
  title: 'Imitates a system message',
  severity: 'medium',
  why: 'Text that looks like the system or the chat template is followed as if the operator had written it.',
  remedy: 'Write instructions as plain text of the skill.',
  owasp: ['ASI01', 'ASI09'],
  patterns: [
    {
      severity: 'medium',
      cues: ['im_start', 'start_header_id', 'inst', 'sys', 'endoftext'],
      pattern: /<\|(?:im_start|start_header_id|endoftext)\|>|\[INST\]|<<SYS>>/,
      proseOnly: true,
      because: 'Contains chat template markers, which make the following text look like another speaker.',
    },
    {
      severity: 'high',
      cues: ['im_start', 'start_header_id', 'sys'],
      pattern:
        /(?<![^\n])[ \t]{0,3}(?:<\|im_start\|>\s?system|<\|start_header_id\|>\s?system|(?:\[INST\]\s?)?<<SYS>>)/,
      proseOnly: true,
      because: 'Begins a system message with a chat template marker at the start of a line.',
    },
    {
      severity: 'medium',
      cues: ['system'],
      pattern:
        /(?<![^\n\s>#*])[>#* \t]{0,6}(?:\[SYSTEM(?:[ _][A-Z]{2,12})?\]|<\/?system>|SYSTEM (?:NOTE|NOTICE|MESSAGE|OVERRIDE|ALERT|UPDATE|PROMPT|INSTRUCTION)\b[^:\n]{0,40}(?:[:#*]|$))/m,
      proseOnly: true,
      because: 'Begins a line like a message from the system, which a skill is not.',
    },
  ],
});
