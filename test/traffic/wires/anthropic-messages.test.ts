import { expect, test } from 'vitest';
import { anthropicMessages } from '../../../src/traffic/wires/anthropic-messages.ts';
import { requestRead } from '../request-read.ts';

const list = '- tidy: Tidies whatever lies about.';
const body = 'Base directory for this skill: /home/agent/.claude/skills/tidy\n\nPut all in its place.';

/** As Claude Code asks on: a skill was loaded, and its text stands beside the result of the tool. */
function conversation(opening: readonly object[]) {
  return {
    model: 'm',
    stream: true,
    system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }],
    thinking: { type: 'adaptive' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    tools: [
      { name: 'Skill', description: 'Invoke a skill.', input_schema: {} },
      { name: 'Later', description: 'Not yet.', input_schema: {}, defer_loading: true },
    ],
    messages: [
      ...opening,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'AAAA' },
          { type: 'tool_use', id: 'toolu_1', name: 'Skill', input: { skill: 'tidy' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Launching skill: tidy' },
          { type: 'text', text: body },
        ],
      },
    ],
  };
}

test.each([
  [
    'in a reminder before the prompt',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: `<system-reminder>\n${list}\n</system-reminder>` },
          { type: 'text', text: 'Tidy up.' },
        ],
      },
    ],
  ],
  [
    'in a system message after the prompt',
    [
      { role: 'user', content: [{ type: 'text', text: 'Tidy up.' }] },
      { role: 'system', content: `# Environment\n${list}` },
    ],
  ],
])('the list of skills is read %s, and the skill itself beside the result of its tool', (_where, opening) => {
  const { passages, toldBeforeAnswers } = requestRead(anthropicMessages, conversation(opening));
  expect(passages.findIndex(({ text }) => text.includes(list))).toBeGreaterThan(0);
  const worked = passages.slice(passages.findIndex(({ by }) => by === 'model'));
  expect(worked).toMatchObject([
    { by: 'model', call: null },
    { by: 'model', call: { id: 'toolu_1', tool: 'Skill', input: { skill: 'tidy' } } },
    { by: 'tool', callId: 'toolu_1', text: 'Launching skill: tidy' },
    { by: 'user', text: body },
  ]);
  expect(toldBeforeAnswers).toEqual([null, 'Launching skill: tidy']);
});
