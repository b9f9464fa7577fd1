import { describe, expect, test } from 'vitest';
import { AssayError } from '../../../src/base/assay-error.ts';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.ts';
import { runAgent } from './run-agent.ts';

type Canned = { status?: number; body: object };

/** A provider that gives these answers one after the other, and keeps what it was asked. */
function providerSaying(answers: readonly Canned[]) {
  const asked: Record<string, unknown>[] = [];
  const rest = [...answers];
  const upstream: Upstream = {
    simulated: false,
    async send({ body }) {
      asked.push(JSON.parse(new TextDecoder().decode(body)));
      const { status = 200, body: answer } = rest.shift() ?? {
        status: 500,
        body: { error: { message: 'no more' } },
      };
      return Response.json(answer, { status });
    },
  };
  return { upstream, asked };
}

const usage = { input_tokens: 3, output_tokens: 2 };

function claude(content: object[], stop_reason: string): Canned {
  return { body: { type: 'message', role: 'assistant', content, stop_reason, usage } };
}

function claudeError(status: number, type: string, message: string): Canned {
  return { status, body: { type: 'error', error: { type, message } } };
}

function gpt(output: object[], more: object = { status: 'completed' }): Canned {
  return { body: { object: 'response', output, usage, error: null, incomplete_details: null, ...more } };
}

function gptError(status: number, code: string | null, message: string, param: string | null = null): Canned {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

function chat(message: object, finish_reason = 'stop'): Canned {
  const choice = { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason };
  return { body: { object: 'chat.completion', choices: [choice], usage: chatUsage } };
}

function gemini(parts: object[], finishReason = 'STOP'): Canned {
  const candidate =
    parts.length === 0 ? { finishReason } : { content: { role: 'model', parts }, finishReason };
  return { body: { candidates: [candidate], usageMetadata: geminiUsage } };
}

function geminiError(code: number, status: string, message: string): Canned {
  return { status: code, body: { error: { code, message, status } } };
}

const chatUsage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const geminiUsage = {
  promptTokenCount: 3,
  candidatesTokenCount: 1,
  thoughtsTokenCount: 1,
  totalTokenCount: 5,
};
const chatCall = {
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
};
const geminiCall = {
  functionCall: { id: 'call_1', name: 'bash', args: { command: 'ls' } },
  thoughtSignature: 'sig-2==',
};
const geminiThought = { text: 'Hm.', thought: true, thoughtSignature: 'sig-2==' };

const said = (words: string) => ({ type: 'text', text: words });
const spoken = (words: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: words, annotations: [] }],
});
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sig-1==' };
const redacted = { type: 'redacted_thinking', data: 'ENC0' };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'ENC1' };
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'touch ran' } };
const functionCall = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'bash',
  arguments: '{"command":"ls"}',
  status: 'completed',
};

describe.each([
  ['api-anthropic', claude([said('Half')], 'max_tokens'), claude([said('Whole.')], 'end_turn')],
  ['api-anthropic', claude([thinking, toolUse], 'max_tokens'), claude([said('Whole.')], 'end_turn')],
  [
    'api-openai',
    gpt([spoken('Half')], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    gpt([spoken('Whole.')]),
  ],
  [
    'api-openai',
    gpt([reasoning, { ...functionCall, arguments: '{"comm', status: 'incomplete' }], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
    gpt([spoken('Whole.')]),
  ],
  ['api-chat', chat({ content: 'Half' }, 'length'), chat({ content: 'Whole.' })],
  ['api-chat', chat({ ...chatCall, reasoning_content: 'rs_1' }, 'length'), chat({ content: 'Whole.' })],
  ['api-gemini', gemini([said('Half')], 'MAX_TOKENS'), gemini([said('Whole.')])],
  ['api-gemini', gemini([geminiThought, geminiCall], 'MAX_TOKENS'), gemini([said('Whole.')])],
  ['api-gemini', gemini([], 'MAX_TOKENS'), gemini([said('Whole.')])],
])('an answer of %s that was cut off at the output limit (%j)', (id, cut, whole) => {
  test('does not end the attempt: none of its calls is carried out and the model goes on', async () => {
    const { upstream, asked } = providerSaying([cut, whole]);
    const { outcome } = await runAgent(id, upstream);
    expect(outcome.end).toBe('finished');
    expect(outcome.events.map(({ kind }) => kind)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(outcome.events[3]).toMatchObject({ text: expect.stringContaining('was cut off there') });
    const history = JSON.stringify(asked[1]);
    expect(history).toContain('was cut off there');
    expect(history).not.toMatch(/toolu_1|fc_1|rs_1|call_1|sig-[12]/);
  });

  test('counts as a request, so a model that never finishes an answer reaches its limit', async () => {
    const { upstream } = providerSaying([cut, cut, cut]);
    const { report } = await runAgent(id, upstream, { maxRequests: 2 });
    expect(report).toMatchObject({ requests: 2, budgetReached: { what: 'requests', max: 2 } });
  });
});

test.each([
  [
    'api-anthropic',
    claudeError(400, 'invalid_request_error', 'prompt is too long: 207791 tokens > 200000 maximum'),
  ],
  [
    'api-anthropic',
    claudeError(
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 9 + 9 > 10',
    ),
  ],
  ['api-anthropic', claudeError(413, 'request_too_large', 'Request exceeds the maximum size')],
  ['api-anthropic', claude([said('As far as')], 'model_context_window_exceeded')],
  [
    'api-openai',
    gptError(400, 'context_length_exceeded', 'Your input exceeds the context window of this model.', 'input'),
  ],
  [
    'api-openai',
    {
      body: gpt([], { status: 'failed', error: { code: 'context_length_exceeded', message: 'too long' } })
        .body,
    },
  ],
  ['api-openai', gptError(400, null, "This model's maximum context length is 8192 tokens.")],
  ['api-openai', gptError(413, null, 'Payload too large')],
  ['api-chat', gptError(400, 'context_length_exceeded', "This model's maximum context length is 9 tokens.")],
  ['api-chat', { status: 400, body: { error: 'The prompt does not fit the context length of the model.' } }],
  [
    'api-chat',
    {
      status: 400,
      body: { error: { code: 400, type: 'exceed_context_size_error', message: 'request exceeds 4096' } },
    },
  ],
  [
    'api-gemini',
    geminiError(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  ],
])('%s ends at the context limit when it receives %j', async (id, answer) => {
  const { upstream } = providerSaying([answer]);
  const { outcome, report } = await runAgent(id, upstream);
  expect(outcome.end).toBe('context-limit');
  expect(report.upstreamErrors).toEqual([]);
});

test.each([
  ['api-anthropic', claude([said('I must not.')], 'refusal')],
  ['api-anthropic', claudeError(400, 'invalid_request_error', 'Output blocked by content filtering policy')],
  ['api-openai', gpt([{ ...spoken(''), content: [{ type: 'refusal', refusal: 'I must not.' }] }])],
  ['api-openai', gptError(400, 'content_filter', 'The prompt triggered the content management policy.')],
  ['api-openai', gpt([], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } })],
  ['api-openai', gpt([], { status: 'failed', error: { code: 'invalid_prompt', message: 'flagged' } })],
  ['api-chat', chat({ refusal: 'I must not.' })],
  ['api-chat', chat({ content: 'I m' }, 'content_filter')],
  ['api-chat', gptError(400, 'content_filter', 'The prompt triggered the content management policy.')],
  ['api-gemini', gemini([], 'SAFETY')],
  ['api-gemini', gemini([said('I m')], 'PROHIBITED_CONTENT')],
  ['api-gemini', { body: { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: geminiUsage } }],
])('%s ends as refused when it receives %j', async (id, answer) => {
  const { outcome } = await runAgent(id, providerSaying([answer]).upstream);
  expect(outcome.end).toBe('refused');
});

test.each([
  ['api-anthropic', claudeError(404, 'not_found_error', 'model: claude-x')],
  ['api-anthropic', claudeError(400, 'invalid_request_error', 'tools.0.name: String should match pattern')],
  ['api-anthropic', claudeError(403, 'permission_error', 'Your key may not use this model')],
  ['api-openai', gptError(403, 'invalid_api_key', 'The key is good for no model')],
  ['api-openai', gptError(404, 'model_not_found', 'The model gpt-x does not exist')],
  ['api-openai', gptError(400, 'invalid_value', 'Invalid value: tools[0]', 'tools')],
  ['api-openai', gpt([], { status: 'failed', error: { code: 'server_error', message: 'model broke' } })],
  ['api-chat', gptError(404, null, 'model "qwen-x" not found, try pulling it first')],
  ['api-chat', gptError(400, null, 'registry.local/qwen:1 does not support tools')],
  ['api-gemini', geminiError(404, 'NOT_FOUND', 'models/gemini-x is not found for API version v1')],
  ['api-gemini', geminiError(400, 'INVALID_ARGUMENT', 'Unknown name "tools": Cannot find field.')],
  ['api-gemini', geminiError(403, 'PERMISSION_DENIED', 'The key may not use this model.')],
])('%s blames the provider, and quotes it, when it receives %j', async (id, answer) => {
  const { outcome } = await runAgent(id, providerSaying([answer]).upstream);
  expect(outcome.end).toBe('crashed');
  const error = outcome.end === 'crashed' ? outcome.error : null;
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringMatching(/model|tools/) });
});

test.each([
  [
    'api-anthropic',
    claude([toolUse], 'tool_use'),
    claudeError(400, 'invalid_request_error', 'lone surrogate'),
  ],
  ['api-openai', gpt([functionCall]), gptError(422, 'invalid_value', 'lone surrogate')],
  [
    'api-anthropic',
    claude([toolUse], 'tool_use'),
    claudeError(403, 'permission_error', 'a firewall does not like the surrogate'),
  ],
  ['api-openai', gpt([functionCall]), gptError(403, null, 'a firewall does not like the surrogate')],
  ['api-chat', chat(chatCall, 'tool_calls'), gptError(400, null, 'lone surrogate')],
  ['api-gemini', gemini([geminiCall]), geminiError(400, 'INVALID_ARGUMENT', 'lone surrogate')],
])(
  'content from the sandbox that the provider rejects fails the attempt, not the provider: %s',
  async (id, call, no) => {
    const { outcome, report } = await runAgent(id, providerSaying([call, no]).upstream);
    expect(outcome.end).toBe('rejected');
    expect(outcome.events.at(-1)).toMatchObject({
      kind: 'rejection',
      text: expect.stringMatching(/surrogate/),
    });
    expect(report.upstreamErrors).toEqual([]);
  },
);

test.each([
  ['api-anthropic', {}],
  ['api-anthropic', { error: { type: 'api_error', message: 'not an answer of its API' } }],
  ['api-openai', {}],
  ['api-openai', { object: 'list', data: [], note: 'not an answer of its API' }],
  ['api-chat', {}],
  ['api-chat', { choices: [], note: 'not an answer of its API' }],
  ['api-gemini', {}],
  ['api-gemini', { candidates: [], note: 'not an answer of its API' }],
])('%s blames the provider when the answer is %j', async (id, body) => {
  const { outcome, report } = await runAgent(id, providerSaying([{ body }]).upstream);
  expect(outcome.end).toBe('crashed');
  expect(report.upstreamErrors).toEqual([expect.stringContaining('not an answer of its API')]);
});

test('thinking blocks are sent back as they came', async () => {
  const content = [thinking, redacted, said('I look.'), { ...toolUse, input: { command: 'ls' } }];
  const { upstream, asked } = providerSaying([
    claude(content, 'tool_use'),
    claude([said('Done.')], 'end_turn'),
  ]);
  const { outcome } = await runAgent('api-anthropic', upstream);
  expect(outcome.end).toBe('finished');
  expect(asked[1]).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant', content }, { role: 'user' }],
  });
});

test('what a local model thought is sent back to it as it came', async () => {
  const message = { ...chatCall, role: 'assistant', content: null, reasoning_content: 'Hm.', refusal: '' };
  const { upstream, asked } = providerSaying([chat(message, 'tool_calls'), chat({ content: 'Done.' })]);
  const { outcome } = await runAgent('api-chat', upstream);
  expect(outcome.end).toBe('finished');
  expect(asked[1]).toMatchObject({
    messages: [{ role: 'system' }, { role: 'user' }, message, { role: 'tool', tool_call_id: 'call_1' }],
  });
});

test('the thoughts of Gemini are sent back with their signatures, and are no part of its answer', async () => {
  const parts = [geminiThought, { text: 'I look.' }, geminiCall];
  const { upstream, asked } = providerSaying([gemini(parts), gemini([geminiThought, said('Done.')])]);
  const { outcome } = await runAgent('api-gemini', upstream);
  const texts = outcome.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(texts).toEqual(['I look.', 'Done.']);
  const functionResponse = { id: 'call_1', name: 'bash', response: { output: '[exit code 0]' } };
  expect(asked[1]).toMatchObject({
    contents: [{ role: 'user' }, { role: 'model', parts }, { role: 'user', parts: [{ functionResponse }] }],
  });
});

test.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE'])(
  'a call that Gemini could not read (%s) is not carried out, and the model may call again',
  async (reason) => {
    const { upstream, asked } = providerSaying([gemini([geminiCall], reason), gemini([said('Done.')])]);
    const { outcome } = await runAgent('api-gemini', upstream);
    expect(outcome.end).toBe('finished');
    expect(outcome.events.map(({ kind }) => kind)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(JSON.stringify(asked[1])).toContain('a tool call that could not be read');
  },
);

test('reasoning items are requested in encrypted form and sent back as they came', async () => {
  const { upstream, asked } = providerSaying([gpt([reasoning, functionCall]), gpt([spoken('Done.')])]);
  await runAgent('api-openai', upstream);
  expect(asked[0]).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
  expect(asked[1]).toMatchObject({
    input: [{ role: 'user' }, reasoning, functionCall, { type: 'function_call_output', call_id: 'call_1' }],
  });
});

test('once a model rejects the request for reasoning, later requests leave it out', async () => {
  const { upstream, asked } = providerSaying([
    gptError(400, null, 'Encrypted content is not supported with this model.', 'include'),
    gpt([functionCall]),
    gpt([spoken('Done.')]),
  ]);
  const { outcome } = await runAgent('api-openai', upstream);
  expect(outcome.end).toBe('finished');
  expect(asked.map(({ include }) => include)).toEqual([['reasoning.encrypted_content'], [], []]);
});

test.each([
  ['api-anthropic', claude([{ type: 'text', text: 'Done.' }], 'end_turn')],
  ['api-openai', gpt([{ type: 'message', content: [{ type: 'output_text', text: 'Done.' }] }])],
  ['api-chat', chat({ content: 'Done.' })],
  ['api-gemini', gemini([said('Done.')])],
])('%s treats an impossible usage as unknown', async (id, { body }) => {
  const absurd = {
    ...body,
    usage: { input_tokens: -3, output_tokens: '2', prompt_tokens: -3, completion_tokens: '2' },
    usageMetadata: { promptTokenCount: -3, candidatesTokenCount: 0.5 },
  };
  const { outcome } = await runAgent(id, providerSaying([{ body: absurd }]).upstream);
  expect(outcome.end).toBe('finished');
  expect(outcome.events.at(-1)).toMatchObject({ usage: { inputTokens: null, outputTokens: null } });
});

test.each([
  ['api-anthropic', claude([{ type: 'tool_use', name: 'bash', input: {} }], 'tool_use')],
  ['api-openai', gpt([{ type: 'function_call', name: 'bash', arguments: '{}' }])],
  ['api-chat', chat({ tool_calls: [{ type: 'function', function: { name: 'bash', arguments: '{}' } }] })],
  ['api-chat', { body: { choices: [{ index: 0, finish_reason: 'stop' }] } }],
])('%s blames the provider when an answer lacks what its API defines: %j', async (id, nameless) => {
  const { outcome } = await runAgent(id, providerSaying([nameless]).upstream);
  expect(outcome).toMatchObject({ end: 'crashed', error: { code: 'UPSTREAM_FAILED' } });
});
