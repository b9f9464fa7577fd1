import { expect, test } from 'vitest';
import { anthropicMessages } from '../../../src/traffic/wires/anthropic-messages.ts';
import { openaiResponses } from '../../../src/traffic/wires/openai-responses.ts';
import { textLeaves } from '../../../src/traffic/wires/text-leaves.ts';
import { requestRead } from '../request-read.ts';

test.each([
  ['text', 'text'],
  [{ type: 'x', output: [{ stdout: 'a', stderr: 'b' }, 7, null] }, 'a\nb'],
  [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBOR' } }, ''],
  [{ type: 'thinking', thinking: 'own', signature: 's' }, ''],
  [null, ''],
])('the texts of %j are %j', (value, expected) => {
  expect(textLeaves(value)).toBe(expected);
});

test('endless nesting is read only to a reasonable depth', () => {
  let value: unknown = 'deep';
  for (let depth = 0; depth < 10_000; depth++) value = [value];
  expect(textLeaves(value)).toBe('');
});

test('results in forms unknown to a wire also count as seen by the model', () => {
  const claude = {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            content: [{ type: 'document', source: { type: 'content', content: 'One.' } }],
          },
        ],
      },
      { role: 'user', content: [{ type: 'some_tool_result', content: { text: 'Two.' } }] },
    ],
  };
  expect(requestRead(anthropicMessages, claude).passages).toMatchObject([
    { by: 'tool', text: 'One.' },
    { by: 'user', text: 'Two.' },
  ]);
  const gpt = {
    model: 'm',
    input: [
      { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'One.', stderr: '' }] },
      { type: 'mcp_call', name: 'look', output: 'Two.' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'Three.' },
    ],
  };
  expect(requestRead(openaiResponses, gpt).passages.slice(1)).toMatchObject([
    { by: 'tool', callId: 'c', text: 'One.' },
    { by: 'user', text: expect.stringContaining('Two.') },
    { by: 'tool', callId: 'c', text: 'Three.' },
  ]);
});

test("calls of the API's own tools are calls", () => {
  const output = [
    {
      type: 'local_shell_call',
      call_id: 'a',
      action: { type: 'exec', command: ['cat', 'x'] },
      status: 'completed',
    },
    { type: 'shell_call', call_id: 'b', action: { commands: ['cat x'] } },
    { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '*** Begin Patch' },
  ];
  expect(openaiResponses.readAnswer({ output }).toolCalls).toEqual([
    { kind: 'call', id: 'a', tool: 'local_shell_call', input: { type: 'exec', command: ['cat', 'x'] } },
    { kind: 'call', id: 'b', tool: 'shell_call', input: { commands: ['cat x'] } },
    { kind: 'call', id: 'c', tool: 'apply_patch', input: { code: '*** Begin Patch' } },
  ]);
});
