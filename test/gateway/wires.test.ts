import { expect, test } from 'vitest';
import type { ModelAnswer, ModelRequest, Wire } from '../../src/gateway/wire.ts';
import { WIRES } from '../../src/gateway/wires.ts';

const answer: ModelAnswer = {
  text: 'Looking.',
  toolCalls: [
    { id: 'call_1', tool: 'bash', input: { command: 'ls' } },
    { id: 'call_2', tool: 'read_file', input: { path: 'a.txt' } },
  ],
  usage: { inputTokens: 12, outputTokens: 3 },
};

const conversations: Record<string, unknown> = {
  'anthropic-messages': {
    model: 'm',
    system: [{ type: 'text', text: 'Be brief.' }],
    tools: [{ name: 'bash', description: 'Run it.' }],
    messages: [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one.txt' }] },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] },
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: 'two.txt' }] }] },
    ],
  },
  'openai-responses': {
    model: 'm',
    instructions: 'Be brief.',
    tools: [{ name: 'bash', description: 'Run it.' }],
    input: [
      { role: 'user', content: 'Hello' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', call_id: 'a', name: 'bash', arguments: '{"command":"ls"}' },
      { type: 'function_call_output', call_id: 'a', output: 'one.txt' },
      { type: 'function_call', call_id: 'b', name: 'bash', arguments: '{"command":"ls"}' },
      { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'two.txt' }] },
    ],
  },
};

const request: ModelRequest = { model: 'm', stream: false, texts: [], outputsBeforeAnswers: [null] };

test.each(WIRES)('$id reads back the answer that it renders', (wire: Wire) => {
  const body: unknown = JSON.parse(JSON.stringify(wire.renderAnswer(answer, request, '0')));
  expect(wire.readAnswer(body)).toMatchObject(answer);
});

test.each(WIRES)('$id reads a conversation into every text and the outputs before each answer', (wire) => {
  const read = wire.readRequest(conversations[wire.id]);
  expect(read?.outputsBeforeAnswers).toEqual([null, 'one.txt', 'two.txt']);
  expect(read?.texts.join('\n')).toMatch(/Be brief.*Hello.*Looking\..*"ls".*one\.txt.*two\.txt.*Run it\./s);
});

test.each(WIRES)('$id takes a missing usage as unknown, not as zero', (wire) => {
  expect(wire.readAnswer({}).usage).toEqual({ inputTokens: null, outputTokens: null });
});

test.each(WIRES)('$id refuses a body that is none of its requests', (wire) => {
  for (const body of [null, 'text', 7, [], {}, { model: 'm' }]) expect(wire.readRequest(body)).toBeNull();
});
