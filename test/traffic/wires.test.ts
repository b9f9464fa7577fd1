import { expect, test } from 'vitest';
import { type TokenUsage, UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import type { ModelAnswer, ModelRequest, Wire } from '../../src/traffic/wire.ts';
import { WIRES } from '../../src/traffic/wires.ts';
import { requestRead } from './request-read.ts';

const answer: ModelAnswer = {
  text: 'Looking.',
  toolCalls: [
    { id: 'call_1', tool: 'bash', input: { command: 'ls' } },
    { id: 'call_2', tool: 'read_file', input: { path: 'a.txt' } },
  ],
  refused: false,
  cut: false,
  usage: { inputTokens: 12, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: null, reasoningTokens: 1 },
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
      {
        role: 'user',
        content: [
          { type: 'tool_result', content: [{ type: 'text', text: 'two.txt' }] },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
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
  'openai-chat': {
    model: 'm',
    tools: [{ type: 'function', function: { name: 'bash', description: 'Run it.' } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'image_url', image_url: { url: 'data:' } },
        ],
      },
      { role: 'assistant', content: 'Looking.', tool_calls: [chatCall('a')] },
      { role: 'tool', tool_call_id: 'a', content: 'one.txt' },
      { role: 'assistant', content: null, tool_calls: [chatCall('b')] },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two.txt' }] },
    ],
  },
  gemini: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ functionDeclarations: [{ name: 'bash', description: 'Run it.' }] }],
    contents: [
      { role: 'user', parts: [{ text: 'Hello' }, { inlineData: { mimeType: 'image/png', data: '' } }] },
      {
        role: 'model',
        parts: [{ text: 'Looking.' }, { functionCall: { name: 'bash', args: { command: 'ls' } } }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'bash', response: { output: 'one.txt' } } }] },
      { role: 'model', parts: [{ functionCall: { name: 'bash', args: { command: 'ls' } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'bash', response: { files: ['two.txt'] } } }] },
    ],
  },
};

function chatCall(id: string) {
  return { id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } };
}

const request: ModelRequest = {
  model: 'm',
  form: 'whole',
  streamsUsage: true,
  passages: [],
  offers: [],
  toldBeforeAnswers: [null],
};
const url = new URL('http://gateway.invalid/v1beta/models/m:generateContent');

function overTheWire(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

/** What each wire has no word for is unknown on it. */
const UNSPOKEN: Record<string, Partial<TokenUsage>> = { 'anthropic-messages': { reasoningTokens: null } };

function asReadFrom(wire: Wire): ModelAnswer {
  return { ...answer, usage: { ...answer.usage, ...UNSPOKEN[wire.id] } };
}

test.each(WIRES)('$id reads back the answer that it renders', (wire: Wire) => {
  expect(wire.readAnswer(overTheWire(wire.renderAnswer(answer, request, '0')))).toMatchObject(
    asReadFrom(wire),
  );
});

test.each(WIRES)('$id joins the events that it renders to the same answer', (wire: Wire) => {
  const joiner = wire.openJoiner();
  for (const { data } of wire.renderEvents(answer, request, '0')) {
    if (data !== '[DONE]') joiner.add(JSON.parse(data));
  }
  expect(joiner.isComplete()).toBe(true);
  expect(wire.readAnswer(joiner.body())).toMatchObject(asReadFrom(wire));
});

test.each(WIRES)('$id does not take an unfinished stream for a complete one', (wire: Wire) => {
  const joiner = wire.openJoiner();
  const events = wire.renderEvents(answer, request, '0');
  for (const { data } of events.slice(0, events.length / 2)) joiner.add(JSON.parse(data));
  expect(joiner.isComplete()).toBe(false);
  expect(wire.readAnswer(joiner.body()).usage.outputTokens).toBeNull();
});

test.each(WIRES)('$id skips events that it does not know', (wire: Wire) => {
  const joiner = wire.openJoiner();
  for (const event of [null, 7, 'text', [], {}, { type: 'ping' }, { choices: [{}] }]) joiner.add(event);
  expect(joiner.isComplete()).toBe(false);
});

test.each(WIRES)('$id reads back a refusal', (wire: Wire) => {
  const refusing = { ...answer, toolCalls: [], refused: true };
  expect(wire.readAnswer(overTheWire(wire.renderAnswer(refusing, request, '0'))).refused).toBe(true);
});

test.each(WIRES)('$id reads back that an answer was cut, whole or streamed', (wire: Wire) => {
  const cut = { ...answer, cut: true };
  expect(wire.readAnswer(overTheWire(wire.renderAnswer(cut, request, '0'))).cut).toBe(true);
  const joiner = wire.openJoiner();
  for (const { data } of wire.renderEvents(cut, request, '0'))
    if (data !== '[DONE]') joiner.add(JSON.parse(data));
  expect([joiner.isComplete(), wire.readAnswer(joiner.body()).cut]).toEqual([true, true]);
});

test.each(WIRES)('$id reads every text of a conversation and the outputs before each answer', (wire) => {
  const read = requestRead(wire, conversations[wire.id], url);
  expect(read).toMatchObject({ model: 'm', form: 'whole', offers: ['bash'] });
  expect(read.toldBeforeAnswers).toEqual([null, 'one.txt', expect.stringContaining('two.txt')]);
  for (const text of ['Be brief.', 'Hello', 'Looking.', '"ls"', 'one.txt', 'two.txt', 'Run it.'])
    expect(read.passages.map((passage) => passage.text).join('\n')).toContain(text);
});

/** An answer, and what the user says to it, at the end of a conversation. */
const furtherTurns: Record<string, { list: string; turns: (said: string) => object[] }> = {
  'anthropic-messages': {
    list: 'messages',
    turns: (said) => [
      { role: 'assistant', content: 'Here.' },
      { role: 'user', content: [{ type: 'text', text: said }] },
    ],
  },
  'openai-responses': {
    list: 'input',
    turns: (said) => [
      { role: 'assistant', content: 'Here.' },
      { role: 'developer', content: 'Reminder.' },
      { role: 'user', content: said },
    ],
  },
  'openai-chat': {
    list: 'messages',
    turns: (said) => [
      { role: 'assistant', content: 'Here.' },
      { role: 'user', content: said },
    ],
  },
  gemini: {
    list: 'contents',
    turns: (said) => [
      { role: 'model', parts: [{ text: 'Here.' }] },
      { role: 'user', parts: [{ text: said }] },
    ],
  },
};

test.each(WIRES)('$id reads what the user said since the last tool output, after an answer', (wire) => {
  const { list, turns } = furtherTurns[wire.id] ?? expect.unreachable();
  const whole = new Map(Object.entries(conversations[wire.id] ?? {}));
  const items: unknown = whole.get(list);
  if (!Array.isArray(items)) return expect.unreachable();
  const longer = {
    ...Object.fromEntries(whole),
    [list]: [...items, ...turns('Shorter.'), ...turns('Go on.')],
  };
  const told = requestRead(wire, longer, url).toldBeforeAnswers;
  expect(told).toEqual([null, 'one.txt', expect.stringContaining('two.txt'), 'Shorter.', 'Go on.']);
});

test.each(WIRES)('$id treats a missing usage as unknown, not as zero', (wire) => {
  expect(wire.readAnswer({}).usage).toEqual(UNKNOWN_USAGE);
});

test.each(WIRES.flatMap((wire) => [-5, 1.5, 1e300, '12', {}].map((count) => ({ id: wire.id, wire, count }))))(
  '$id treats a usage with $count as unknown, and reads the rest of its answer',
  ({ wire, count }) => {
    const rendered = JSON.stringify(
      wire.renderAnswer({ ...answer, usage: { ...answer.usage, inputTokens: 987 } }, request, '0'),
    );
    const absurd = JSON.parse(rendered.replaceAll('987', JSON.stringify(count)));
    expect(wire.readAnswer(absurd)).toMatchObject({ ...answer, usage: UNKNOWN_USAGE });
  },
);

test.each(WIRES)('$id refuses a body that is not one of its requests', (wire) => {
  for (const body of [null, 'text', 7, [], {}, { model: 'm' }])
    expect(wire.readRequest(body, url)).toMatchObject({ fault: expect.stringMatching(/expected/) });
});

test.each([
  [
    'anthropic-messages',
    {
      usage: {
        input_tokens: 5,
        output_tokens: 9,
        cache_read_input_tokens: 100,
        cache_creation_input_tokens: 20,
      },
    },
    [125, 9, 100, 20, null],
  ],
  ['anthropic-messages', { usage: { input_tokens: 5, output_tokens: 9 } }, [5, 9, null, null, null]],
  [
    'anthropic-messages',
    { usage: { output_tokens: 9, cache_read_input_tokens: 3 } },
    [null, 9, 3, null, null],
  ],
  [
    'openai-responses',
    {
      usage: {
        input_tokens: 50,
        input_tokens_details: { cached_tokens: 40, cache_write_tokens: 6 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 4 },
      },
    },
    [50, 9, 40, 6, 4],
  ],
  [
    'openai-chat',
    {
      usage: {
        prompt_tokens: 50,
        prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 6 },
        completion_tokens: 9,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
    },
    [50, 9, 40, 6, 4],
  ],
  ['openai-chat', { usage: { prompt_tokens: 50 } }, [50, null, null, null, null]],
  [
    'gemini',
    {
      usageMetadata: {
        promptTokenCount: 50,
        cachedContentTokenCount: 40,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 4,
      },
    },
    [50, 9, 40, null, 4],
  ],
])(
  '%s reads the token counts from %j',
  (id, body, [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens]) => {
    const wire = WIRES.find((candidate) => candidate.id === id);
    expect(wire?.readAnswer(body).usage).toEqual({
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      reasoningTokens,
    });
  },
);

test.each(WIRES.map((wire) => [wire.id, wire] as const))(
  'a question of the harness is a request of %s for one answer',
  (_id, wire) => {
    const { path, headers, body } = wire.renderQuestion('the-model', 'Ready?');
    const request = wire.readRequest(body, new URL(path, 'http://gateway.invalid'));
    expect(request).toMatchObject({ model: 'the-model', form: 'whole' });
    const passages = 'fault' in request ? [] : request.passages.filter(({ text }) => text !== '');
    expect(passages).toEqual([{ by: 'user', text: 'Ready?' }]);
    expect(wire.id === 'anthropic-messages').toBe(headers?.['anthropic-version'] !== undefined);
  },
);
