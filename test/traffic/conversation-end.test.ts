import { describe, expect, test } from 'vitest';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { renderEvent } from '../../src/traffic/http/server-sent-events.ts';
import { readTrial } from '../../src/traffic/read-trial.ts';

const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: 'Greet.' },
};

const MESSAGES = [{ role: 'user', content: 'Greet.' }];
const ASKED = {
  'anthropic-messages': { path: '/v1/messages', body: { model: 'm', messages: MESSAGES } },
  'openai-responses': { path: '/v1/responses', body: { model: 'm', input: MESSAGES } },
  'openai-chat': { path: '/v1/chat/completions', body: { model: 'm', messages: MESSAGES } },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'Greet.' }] }] },
  },
} as const;

type Reply = {
  status?: number | null;
  body?: unknown;
  events?: unknown[];
  isComplete?: boolean;
  isLeft?: boolean;
};

function bodyOf(text: string) {
  return { text, leftOutBytes: 0 };
}

/** The end of a conversation whose last request got this reply. */
function endOf(wire: keyof typeof ASKED, { status = 200, body = '', events, ...more }: Reply) {
  const { path, body: asked } = ASKED[wire];
  const streams = events === undefined ? {} : { stream: true };
  const method =
    wire === 'gemini' && events !== undefined ? ':streamGenerateContent?alt=sse' : ':generateContent';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const streamed = events?.map((event) => renderEvent({ event: null, data: shownAs(event) })).join('');
  const exchange: WireExchange = {
    ...{ wire, method: 'POST', purpose: 'answer', path: path.replace(':generateContent', method) },
    ...{ startMs: 0, latencyMs: 10, waitedMs: 0, status, isComplete: true, isLeft: false },
    request: bodyOf(JSON.stringify({ ...asked, ...streams })),
    answer: bodyOf(streamed ?? text),
    ...more,
  };
  return readTrial([WireExchange.parse(exchange)], SKILL).conversationEnd;
}

function shownAs(event: unknown): string {
  return typeof event === 'string' ? event : JSON.stringify(event);
}

const claude = (content: object[], stop_reason: string) => ({ type: 'message', content, stop_reason });
const text = (words: string) => ({ type: 'text', text: words });
const claudeError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const gpt = (output: object[], more: object = {}) => ({
  object: 'response',
  status: 'completed',
  output,
  ...more,
});
const spoken = (part: object) => ({ type: 'message', role: 'assistant', content: [part] });
const gptError = (code: string | null, message: string) => ({
  error: { type: 'invalid_request_error', code, message },
});
const chat = (message: object, finish_reason = 'stop') => ({ choices: [{ message, finish_reason }] });
const chatCall = (args: string) => ({
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'bash', arguments: args } }],
});
const google = (parts: object[], finishReason: string) => ({
  candidates: [{ content: { parts }, finishReason }],
});
const googleError = (code: number, status: string, message: string) => ({ error: { code, status, message } });
const functionCall = (args: string) => ({
  type: 'function_call',
  call_id: 'a',
  name: 'bash',
  arguments: args,
});

describe('anthropic-messages', () => {
  const toolUse = { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } };
  const streamedCall = (...pieces: string[]) => [
    { type: 'message_start', message: {} },
    { type: 'content_block_start', index: 0, content_block: { ...toolUse, input: {} } },
    ...pieces.map((partial_json) => ({ type: 'content_block_delta', index: 0, delta: { partial_json } })),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ];

  test.each<[Reply, string]>([
    [{ body: claude([text('Done.')], 'end_turn') }, 'answered'],
    [{ body: claude([toolUse], 'tool_use') }, 'awaits-tool'],
    [{ events: streamedCall('{"command"', ': "ls"}') }, 'awaits-tool'],
    [{ events: streamedCall() }, 'awaits-tool'],
    [{ events: streamedCall('{"command"', ': "ls') }, 'malformed-answer'],
    [{ body: claude([text('No.')], 'refusal') }, 'refused'],
    [
      {
        status: 400,
        body: claudeError('invalid_request_error', 'Output blocked by content filtering policy'),
      },
      'refused',
    ],
    [{ body: claude([text('As far')], 'model_context_window_exceeded') }, 'context-limit'],
    [
      { status: 400, body: claudeError('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum') },
      'context-limit',
    ],
    [
      { status: 413, body: claudeError('request_too_large', 'Request exceeds the maximum size') },
      'context-limit',
    ],
    [{ body: claude([text('As far')], 'max_tokens') }, 'output-limit'],
    [{ status: 400, body: claudeError('invalid_request_error', 'lone surrogate') }, 'rejected'],
    [{ status: 401, body: claudeError('authentication_error', 'invalid x-api-key') }, 'provider-error'],
    [{ status: 529, body: claudeError('overloaded_error', 'Overloaded') }, 'provider-error'],
    [
      { events: [{ type: 'message_start', message: {} }, claudeError('overloaded_error', 'Overloaded')] },
      'provider-error',
    ],
    [{ events: [{ type: 'message_start', message: {} }], isComplete: false }, 'provider-error'],
    [{ events: [{ type: 'message_start', message: {} }, '{"type":'] }, 'malformed-answer'],
    [{ events: [{ type: 'message_start', message: {} }], isComplete: false, isLeft: true }, 'awaits-model'],
  ])('%j is %s', (reply, kind) => {
    expect(endOf('anthropic-messages', reply)).toMatchObject({ kind });
  });
});

describe('openai-responses', () => {
  const failed = (code: string) => ({
    type: 'response.failed',
    response: { status: 'failed', output: [], error: { code, message: 'No.' } },
  });

  test.each<[Reply, string]>([
    [{ body: gpt([spoken({ type: 'output_text', text: 'Done.' })]) }, 'answered'],
    [{ body: gpt([functionCall('{}')]) }, 'awaits-tool'],
    [{ body: gpt([functionCall('')]) }, 'awaits-tool'],
    [{ body: gpt([functionCall('{"command')]) }, 'malformed-answer'],
    [{ body: gpt([functionCall('"ls"')]) }, 'malformed-answer'],
    [{ body: gpt([spoken({ type: 'refusal', refusal: 'No.' })]) }, 'refused'],
    [
      { body: gpt([], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }) },
      'refused',
    ],
    [{ events: [failed('invalid_prompt')] }, 'refused'],
    [{ events: [failed('context_length_exceeded')] }, 'context-limit'],
    [
      { status: 400, body: gptError('context_length_exceeded', 'Your input exceeds the context window') },
      'context-limit',
    ],
    [
      { body: gpt([], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }) },
      'output-limit',
    ],
    [{ status: 400, body: gptError('invalid_value', 'Invalid value: input[3]') }, 'rejected'],
    [{ events: [failed('server_error')] }, 'provider-error'],
    [{ status: 429, body: gptError('rate_limit_exceeded', 'Slow down.') }, 'provider-error'],
    [{ events: [{ type: 'response.created', response: {} }] }, 'provider-error'],
    [{ body: { data: [] } }, 'malformed-answer'],
  ])('%j is %s', (reply, kind) => {
    expect(endOf('openai-responses', reply)).toMatchObject({ kind });
  });
});

describe('openai-chat', () => {
  test.each<[Reply, string]>([
    [{ body: chat({ content: 'Done.' }) }, 'answered'],
    [{ body: chat(chatCall('{}'), 'tool_calls') }, 'awaits-tool'],
    [{ body: chat(chatCall('{"command": "ls'), 'tool_calls') }, 'malformed-answer'],
    [{ body: chat({ content: null, refusal: 'No.' }) }, 'refused'],
    [{ body: chat({ content: '' }, 'content_filter') }, 'refused'],
    [
      {
        status: 400,
        body: gptError('content_filter', 'The prompt triggered the content management policy.'),
      },
      'refused',
    ],
    [
      { status: 400, body: gptError(null, "This model's maximum context length is 8192 tokens.") },
      'context-limit',
    ],
    [{ status: 400, body: gptError('exceed_context_size_error', 'too long') }, 'context-limit'],
    [{ body: chat({ content: 'As far' }, 'length') }, 'output-limit'],
    [{ status: 422, body: gptError(null, 'extra fields not permitted') }, 'rejected'],
    [{ status: 404, body: gptError('model_not_found', 'The model m does not exist') }, 'rejected'],
    [{ status: 500, body: '<html>Internal error</html>' }, 'provider-error'],
    [{ status: 400, body: '<html>Bad request</html>' }, 'rejected'],
    [{ body: '<html>Welcome</html>' }, 'malformed-answer'],
    [{ body: '{"choices": [{"mess' }, 'malformed-answer'],
    [{ status: null, isComplete: false }, 'provider-error'],
    [
      { events: [{ choices: [{ delta: { content: 'Done.' }, finish_reason: 'stop' }] }, '[DONE]'] },
      'answered',
    ],
  ])('%j is %s', (reply, kind) => {
    expect(endOf('openai-chat', reply)).toMatchObject({ kind });
  });
});

describe('gemini', () => {
  const call = { functionCall: { name: 'run_shell_command', args: {} } };

  test.each<[Reply, string]>([
    [{ body: google([{ text: 'Done.' }], 'STOP') }, 'answered'],
    [{ events: [google([call], 'STOP')] }, 'awaits-tool'],
    [{ events: [google([], 'MALFORMED_FUNCTION_CALL')] }, 'malformed-answer'],
    [{ body: google([], 'SAFETY') }, 'refused'],
    [{ body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }, 'refused'],
    [
      {
        status: 400,
        body: googleError(
          400,
          'INVALID_ARGUMENT',
          'The input token count (9) exceeds the maximum number of tokens allowed (8).',
        ),
      },
      'context-limit',
    ],
    [{ body: google([{ text: 'As far' }], 'MAX_TOKENS') }, 'output-limit'],
    [{ status: 400, body: googleError(400, 'INVALID_ARGUMENT', 'Invalid role.') }, 'rejected'],
    [{ status: 503, body: googleError(503, 'UNAVAILABLE', 'Busy.') }, 'provider-error'],
    [{ events: [{ candidates: [{ content: { parts: [{ text: 'As' }] } }] }] }, 'provider-error'],
  ])('%j is %s', (reply, kind) => {
    expect(endOf('gemini', reply)).toMatchObject({ kind });
  });
});

test('the words of a refusal and of an error are kept, shortened', () => {
  const refused = { body: chat({ content: null, refusal: `No. ${'x'.repeat(1000)}` }) };
  expect(endOf('openai-chat', refused).said).toMatch(/^No\. x{296}…$/);
  const rejected = { status: 400, body: gptError('invalid_value', 'Invalid value') };
  expect(endOf('openai-chat', rejected).said).toBe('invalid_request_error invalid_value: Invalid value');
  expect(endOf('openai-chat', { body: chat({ content: 'Done.' }) }).said).toBeNull();
});

describe('of several requests', () => {
  const tools = [{ type: 'function', function: { name: 'bash', description: 'Runs it.' } }];
  const result = [
    { role: 'assistant', ...chatCall('{}') },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
  ];

  function asking(
    startMs: number,
    reply: { status?: number; answer: object },
    asked: object = {},
  ): WireExchange {
    const request = { model: 'm', messages: [...MESSAGES, ...(startMs > 0 ? result : [])], tools, ...asked };
    return WireExchange.parse({
      ...{ wire: 'openai-chat', method: 'POST', purpose: 'answer', path: '/v1/chat/completions' },
      ...{
        startMs,
        latencyMs: 10,
        waitedMs: 0,
        status: reply.status ?? 200,
        isComplete: true,
        isLeft: false,
      },
      request: bodyOf(JSON.stringify(request)),
      answer: bodyOf(JSON.stringify(reply.answer)),
    });
  }

  const opening = asking(0, { answer: chat(chatCall('{}'), 'tool_calls') });
  const done = { answer: chat({ content: 'Done.' }) };
  const broken = { status: 500, answer: gptError('server_error', 'broken') };
  const title = { tools: undefined, messages: [{ role: 'user', content: 'Name this: Greet.' }] };

  test.each<[string, WireExchange[], string]>([
    ['the last one counts', [opening, asking(100, broken)], 'provider-error'],
    ['an error that was overcome does not', [opening, asking(100, broken), asking(200, done)], 'answered'],
    [
      'the end of the work stays, whatever fails after it',
      [opening, asking(100, done), asking(200, broken)],
      'answered',
    ],
    [
      'a side matter that fails does not',
      [opening, asking(100, done), asking(200, broken, title)],
      'answered',
    ],
    [
      'a side matter that is answered does not',
      [asking(0, broken), asking(100, done, title)],
      'provider-error',
    ],
    [
      'no answer counts while a result is missing',
      [opening, asking(100, done, { messages: MESSAGES })],
      'awaits-tool',
    ],
    ['none is enough', [], 'not-asked'],
  ])('%s', (_what, exchanges, kind) => {
    expect(readTrial(exchanges, SKILL).conversationEnd.kind).toBe(kind);
  });

  test('those before the user last spoke do not count', () => {
    const turns = [{ text: 'Shorter.', atMs: 150 }];
    const exchanges = [opening, asking(100, done)];
    expect(readTrial(exchanges, { ...SKILL, turns }).conversationEnd.kind).toBe('not-asked');
  });
});
