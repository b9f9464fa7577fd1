import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { ModelPrice } from '../../src/contracts/prices.ts';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type Gateway, type SessionOptions } from '../../src/gateway/gateway.ts';
import { RunAccount } from '../../src/gateway/session/run-account.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { readWireLog } from '../../src/traffic/wire-log/read-wire-log.ts';
import { WIRES } from '../../src/traffic/wires.ts';
import { price } from '../fixtures/money.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { trafficOf } from './traffic-of.ts';

const script = Script.parse({
  arms: {
    baseline: [],
    'with-skill': [
      { say: 'I load the skill.', call: [{ tool: 'skill', input: { name: 'csv-tidy' } }] },
      {
        say: 'Now its script.',
        call: [{ tool: 'bash', input: { command: 'python3 /skills/csv-tidy/tidy.py' } }],
      },
    ],
  },
});

const skill = {
  name: 'csv-tidy',
  description: 'Cleans the columns and rows of untidy tables before anybody loads them.',
  body: 'Call the bundled program with the path of the table and read the summary that it prints.',
  root: '/skills/csv-tidy',
  prompt: 'Clean the table.',
};

function open(overrides: Partial<SessionOptions> = {}, gateway: Gateway = createGateway()) {
  const upstream = scriptedUpstream(script, 'with-skill');
  const session = gateway.openSession({ upstream, maxTokens: null, ...overrides });
  return { gateway, session };
}

function anthropic(gateway: Pick<Gateway, 'fetch'>, token: string) {
  const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init));
  return new Anthropic({ apiKey: token, baseURL: 'http://gateway.invalid', maxRetries: 0, fetch });
}

function openai(gateway: Gateway, token: string) {
  const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init));
  return new OpenAI({ apiKey: token, baseURL: 'http://gateway.invalid/v1', maxRetries: 0, fetch });
}

function google(gateway: Gateway, token: string) {
  const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init));
  return new GoogleGenAI({ apiKey: token, httpOptions: { baseUrl: 'http://gateway.invalid', fetch } });
}

const MESSAGES = 'http://gateway.invalid/v1/messages';

const hello = { model: 'scripted', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };

test('the official Anthropic client gets a scripted tool call with usage', async () => {
  const { gateway, session } = open();
  const answer = await anthropic(gateway, session.token).messages.create(hello);
  expect(answer.stop_reason).toBe('tool_use');
  expect(answer.content).toMatchObject([
    { type: 'text', text: 'I load the skill.' },
    { type: 'tool_use', name: 'skill', input: { name: 'csv-tidy' } },
  ]);
  expect(session.report().usage).toMatchObject({
    inputTokens: answer.usage.input_tokens,
    outputTokens: answer.usage.output_tokens,
  });
});

test('the official OpenAI client gets the same tool call', async () => {
  const { gateway, session } = open();
  const answer = await openai(gateway, session.token).responses.create({ model: 'scripted', input: 'Hello' });
  expect(answer.output_text).toBe('I load the skill.');
  expect(answer.output[1]).toMatchObject({
    type: 'function_call',
    name: 'skill',
    arguments: '{"name":"csv-tidy"}',
  });
  expect(session.report().usage.inputTokens).toBe(answer.usage?.input_tokens);
});

test('a token is valid while its session is open, and no other token is', async () => {
  const { gateway, session } = open();
  const { token } = session;
  await expect(anthropic(gateway, 'assay-forged').messages.create(hello)).rejects.toMatchObject({
    status: 401,
  });
  await expect(openai(gateway, 'assay-forged').models.list()).rejects.toMatchObject({ status: 401 });
  session[Symbol.dispose]();
  await expect(anthropic(gateway, token).messages.create(hello)).rejects.toMatchObject({ status: 401 });
  expect(session.report().requests).toBe(0);
});

test('sessions are isolated from each other', async () => {
  const { gateway, session } = open();
  const other = open({}, gateway).session;
  await anthropic(gateway, session.token).messages.create(hello);
  expect(session.report().requests).toBe(1);
  expect(other.report()).toMatchObject({ requests: 0, usage: { inputTokens: 0, outputTokens: 0 } });
});

test('the session’s own endpoint accepts only its own token, while the session is open', async () => {
  const { gateway, session } = open();
  const other = open({}, gateway).session;
  await anthropic(session, session.token).messages.create(hello);
  await expect(anthropic(session, other.token).messages.create(hello)).rejects.toMatchObject({ status: 401 });
  session[Symbol.dispose]();
  await expect(anthropic(session, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 401,
  });
  expect([session.report().requests, other.report().requests]).toEqual([1, 0]);
});

test('past its budget a trial gets an error in the form of its wire, and the report says so', async () => {
  const { gateway, session } = open({ maxTokens: 1 });
  await anthropic(gateway, session.token).messages.create(hello);
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 403,
    error: { type: 'error', error: { type: 'permission_error' } },
  });
  await expect(
    openai(gateway, session.token).responses.create({ model: 'scripted', input: 'Hello' }),
  ).rejects.toMatchObject({ status: 403, code: 'insufficient_quota' });
  expect(session.report()).toMatchObject({
    budgetReached: { of: 'trial', what: 'tokens', max: 1 },
    requests: 1,
  });
});

test('a failing upstream is reported as its own fault and does not count as use', async () => {
  const broken: Upstream = {
    simulated: true,
    send: () => Promise.reject(new Error('overloaded')),
  };
  const { gateway, session } = open({ upstream: broken });
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 502,
  });
  expect(session.report()).toMatchObject({ upstreamErrors: ['overloaded'], requests: 0 });
});

test('what something beside the agent program meets at the provider says nothing about it', async () => {
  const broken: Upstream = { simulated: true, send: () => Promise.reject(new Error('overloaded')) };
  const { session } = open({ upstream: broken, program: { wire: 'anthropic-messages', isOneProcess: true } });
  const ask = (asker: 'agent' | 'other') =>
    anthropic({ fetch: (request) => session.fetch(request, asker) }, session.token).messages.create(hello);
  await expect(ask('other')).rejects.toMatchObject({ status: 502 });
  expect(session.report()).toMatchObject({ upstreamErrors: [], hasBegun: false });
  await expect(ask('agent')).rejects.toMatchObject({ status: 502 });
  expect(session.report()).toMatchObject({ upstreamErrors: ['overloaded'] });
  session.close();
  const exchanges = [...readWireLog((await session.wire()).content)];
  expect(exchanges.map(({ askedBy }) => askedBy)).toEqual(['other', 'agent']);
});

test('a model other than the scripted one is refused with a reason', async () => {
  const { gateway, session } = open();
  await expect(
    anthropic(gateway, session.token).messages.create({ ...hello, model: 'other' }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('there is scripted') });
  expect(session.report()).toMatchObject({ requests: 0, upstreamErrors: [] });
});

test('clients can find the model, count tokens without an answer, and check health', async () => {
  const { gateway, session } = open();
  const [claude, gpt] = [anthropic(gateway, session.token), openai(gateway, session.token)];
  const { models: geminis } = google(gateway, session.token);
  expect((await claude.models.list()).data).toMatchObject([{ id: 'scripted', type: 'model' }]);
  expect((await gpt.models.list()).data).toMatchObject([{ id: 'scripted', object: 'model' }]);
  expect((await geminis.list()).page).toMatchObject([{ name: 'models/scripted' }]);
  expect(await claude.models.retrieve('scripted')).toMatchObject({ id: 'scripted', type: 'model' });
  expect(await gpt.models.retrieve('scripted')).toMatchObject({ id: 'scripted', object: 'model' });
  expect(await geminis.get({ model: 'scripted' })).toMatchObject({ name: 'models/scripted' });
  const { messages } = hello;
  expect((await claude.messages.countTokens({ model: 'scripted', messages })).input_tokens).toBe(1);
  expect((await gpt.responses.inputTokens.count({ model: 'scripted', input: 'Hello' })).input_tokens).toBe(1);
  expect((await geminis.countTokens({ model: 'scripted', contents: 'Hello' })).totalTokens).toBe(1);
  const health = await gateway.fetch(new Request('http://gateway.invalid/health'));
  expect([health.status, session.report().requests]).toEqual([200, 0]);
});

test.each(['..%2Ffiles', '%2e%2e%2Ffiles', 'org%2F..%2Ffiles', 'org/files', ''])(
  'a model name like %j is unknown on every path that a provider would use',
  async (name) => {
    const { gateway, session } = open();
    const headers = { authorization: `Bearer ${session.token}` };
    const answer = await gateway.fetch(new Request(`http://gateway.invalid/v1/models/${name}`, { headers }));
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('does not offer')]);
  },
);

test('a model name may contain a slash', async () => {
  const { gateway, session } = open();
  await expect(openai(gateway, session.token).models.retrieve('org/model-1.5:free')).rejects.toThrow(
    /Unknown model/,
  );
});

test('an unknown model is an error in the form of the client’s wire', async () => {
  const { gateway, session } = open();
  const message = expect.stringContaining('Unknown model "gpt-x"');
  await expect(anthropic(gateway, session.token).models.retrieve('gpt-x')).rejects.toMatchObject({
    status: 404,
    error: { error: { type: 'not_found_error' } },
  });
  await expect(openai(gateway, session.token).models.retrieve('gpt-x')).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
    message,
  });
  await expect(google(gateway, session.token).models.get({ model: 'gpt-x' })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('NOT_FOUND'),
  });
});

test.each([
  ['/v1beta/models', null, 'scripted'],
  ['/v1beta/models/scripted', null, '"name":"models/scripted"'],
  ['/v1beta/models/scripted:countTokens', { contents: [{ parts: [{ text: 'Hello' }] }] }, '"totalTokens":1'],
  [
    '/v1beta/models/scripted:countTokens',
    { generateContentRequest: { contents: [{ parts: [{ text: 'Hello' }] }] } },
    '"totalTokens":1',
  ],
  ['/v1beta/models/scripted:streamGenerateContent', { contents: [] }, '[{'],
])('Gemini is answered at %s, with its token in the query', async (path, body, expected) => {
  const { gateway, session } = open();
  const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
  const url = `http://gateway.invalid${path}?key=${session.token}`;
  expect(await (await gateway.fetch(new Request(url, init))).text()).toContain(expected);
});

test('a path of no wire requires a token too, and its error differs from that of a wrong token', async () => {
  const { gateway, session } = open();
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await gateway.fetch(new Request('http://gateway.invalid/v1/files', { headers }))).status;
  };
  expect([await ask('forged'), await ask(session.token)]).toEqual([401, 404]);
});

test('a request for an unsupported feature gets an error in the form of the client’s wire', async () => {
  const { gateway, session } = open();
  const message = expect.stringContaining('The gateway does not offer ');
  await expect(anthropic(gateway, session.token).messages.batches.list()).rejects.toMatchObject({
    error: { type: 'error', error: { type: 'not_found_error', message } },
  });
  await expect(openai(gateway, session.token).files.list()).rejects.toMatchObject({
    code: 'not_found',
    message,
  });
  const told = expect.stringMatching(/"code":404.*does not offer.*"status":"NOT_FOUND"/);
  await expect(google(gateway, session.token).files.list()).rejects.toMatchObject({
    status: 404,
    message: told,
  });
});

test('a simulated answer is marked as such', async () => {
  const { gateway, session } = open();
  const { response } = await anthropic(gateway, session.token).messages.create(hello).withResponse();
  expect(response.headers.get('x-assay-simulated')).toBe('true');
});

test.each([
  ['rate-limit', 429],
  ['server-error', 500],
  ['cut-stream', undefined],
  ['malformed-event', undefined],
])('the fault %s reaches the client and is reported as a fault of the upstream', async (fault, status) => {
  const faulty = Script.parse({
    arms: { baseline: [{ say: 'Hello, all of you.', fault }], 'with-skill': [] },
  });
  const { gateway, session } = open({ upstream: scriptedUpstream(faulty, 'baseline') });
  const streamed = anthropic(gateway, session.token).messages.stream(hello).finalMessage();
  const error: unknown = await streamed.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof Anthropic.APIError ? error.status : undefined).toBe(status);
  expect(session.report().upstreamErrors).toHaveLength(1);
});

test.each([
  ['rate-limit', '1'],
  ['server-error', '1'],
  ['unauthorized', null],
  ['context-overflow', null],
])('after the fault %s, how long a client should wait is %j', async (fault, waitMs) => {
  const faulty = Script.parse({ arms: { baseline: [{ fault }], 'with-skill': [] } });
  const { gateway, session } = open({ upstream: scriptedUpstream(faulty, 'baseline') });
  const error: unknown = await anthropic(gateway, session.token)
    .messages.create(hello)
    .catch((thrown: unknown) => thrown);
  const headers = error instanceof Anthropic.APIError ? error.headers : undefined;
  expect(headers?.get('retry-after-ms')).toBe(waitMs);
});

test('an answer that breaks off has known input tokens and unknown output tokens', async () => {
  const faulty = Script.parse({
    arms: { baseline: [{ say: 'Hello, all of you.', fault: 'cut-stream' }], 'with-skill': [] },
  });
  const { gateway, session } = open({ upstream: scriptedUpstream(faulty, 'baseline') });
  await expect(
    anthropic(gateway, session.token).messages.stream(hello).finalMessage(),
  ).rejects.toBeInstanceOf(Error);
  const { calls, usage } = session.report();
  expect(usage).toMatchObject({ inputTokens: 1, outputTokens: null });
  expect(calls).toMatchObject([{ wire: 'anthropic-messages', status: 200, isComplete: false }]);
});

test('a budget of requests lets so many through and ends in an error of the wire', async () => {
  const { gateway, session } = open({ maxRequests: 1 });
  const say = () => openai(gateway, session.token).responses.create({ model: 'scripted', input: 'Hello' });
  await say();
  await expect(say()).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/budget of 1 requests/),
  });
  expect(session.report().budgetReached).toMatchObject({ of: 'trial' });
});

test('an error instead of an answer does not count towards the request budget', async () => {
  const { gateway, session } = open({ maxRequests: 1 });
  const { messages } = anthropic(gateway, session.token);
  await expect(messages.create({ ...hello, model: 'unknown' })).rejects.toMatchObject({ status: 400 });
  await expect(messages.create(hello)).resolves.toMatchObject({ stop_reason: 'tool_use' });
  await expect(messages.create(hello)).rejects.toMatchObject({ status: 403 });
});

test('an answer without a body is a fault of the upstream', async () => {
  const empty: Upstream = { simulated: false, send: async () => new Response(null) };
  const { gateway, session } = open({ upstream: empty });
  const headers = { 'x-api-key': session.token };
  const body = JSON.stringify(hello);
  const answer = await gateway.fetch(new Request(MESSAGES, { method: 'POST', headers, body }));
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(session.report()).toMatchObject({
    requests: 0,
    calls: [{ status: 200, usage: null }],
    upstreamErrors: ['anthropic answered with something that is not an answer of its API: nothing'],
  });
});

test('counting tokens is free, even once a budget is used up', async () => {
  const { gateway, session } = open({ maxRequests: 1 });
  const client = anthropic(gateway, session.token);
  await client.messages.create(hello);
  const { model, messages } = hello;
  expect((await client.messages.countTokens({ model, messages })).input_tokens).toBeGreaterThan(0);
  expect(session.report()).toMatchObject({ budgetReached: null, requests: 1 });
});

function openInUsd(prices: readonly ModelPrice[], maxUsd: number, overrides: Partial<SessionOptions> = {}) {
  const account = new RunAccount({ budget: RunBudget.parse({}), prices }).open();
  return open({ maxUsd, account, ...overrides });
}

const OWN = { provider: 'anthropic' as const, model: 'scripted' };

/** A provider that answers whatever it is asked for. */
function answersAnyModel() {
  const asked: string[] = [];
  const scripted = scriptedUpstream(script, 'with-skill');
  const upstream: Upstream = {
    ...scripted,
    send(call, signal) {
      asked.push(call.request?.model ?? '');
      return scripted.send(
        { ...call, request: call.request && { ...call.request, model: 'scripted' } },
        signal,
      );
    },
  };
  return { asked, upstream };
}

const OTHER_MODEL = 'The model of this trial is "scripted" (anthropic), and the gateway answers as no other.';

test('once the run’s model has been asked, a request for another one gets no answer', async () => {
  const { asked, upstream } = answersAnyModel();
  const { gateway, session } = open({ own: OWN, upstream });
  const { messages } = anthropic(gateway, session.token);
  await messages.create(hello);
  const refused = { status: 404, error: { error: { type: 'not_found_error', message: OTHER_MODEL } } };
  await expect(messages.create({ ...hello, model: 'stronger' })).rejects.toMatchObject(refused);
  await expect(messages.create({ ...hello, model: 'stronger', stream: true })).rejects.toMatchObject(refused);
  await expect(messages.countTokens({ model: 'stronger', messages: hello.messages })).rejects.toMatchObject(
    refused,
  );
  await messages.create(hello);
  expect(asked).toEqual(['scripted', 'scripted']);
  expect(session.report()).toMatchObject({
    budgetReached: null,
    requests: 2,
    upstreamErrors: [],
    calls: [
      { model: 'scripted', status: 200 },
      { model: 'stronger', status: 404, usage: null },
      { model: 'stronger', status: 404, usage: null },
      { model: 'scripted', status: 200 },
    ],
  });
  const { transcript, modelCalls } = await trafficOf(session, skill);
  expect(modelCalls).toHaveLength(4);
  expect(transcript.events).toContainEqual(
    expect.objectContaining({ kind: 'rejection', text: `not_found_error: ${OTHER_MODEL}` }),
  );
});

test('a model of the run’s name is refused on the API of another provider', async () => {
  const { asked, upstream } = answersAnyModel();
  const { gateway, session } = open({ own: OWN, upstream });
  const { responses } = openai(gateway, session.token);
  await anthropic(gateway, session.token).messages.create(hello);
  await expect(responses.create({ model: 'scripted', input: 'Hello' })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
    param: 'model',
  });
  expect(asked).toEqual(['scripted']);
});

test('an agent that asks for another model from the start is set up wrongly, and nothing is measured', async () => {
  const { upstream } = answersAnyModel();
  const { gateway, session } = open({ own: OWN, upstream });
  const { messages } = anthropic(gateway, session.token);
  await expect(messages.create({ ...hello, model: 'other' })).rejects.toMatchObject({ status: 404 });
  expect(session.report().upstreamErrors).toEqual([OTHER_MODEL]);
  await messages.create(hello);
  expect(session.report().upstreamErrors).toEqual([]);
});

test('under a budget in dollars, another model is refused whether it has a price or not', async () => {
  const prices = [price({ model: 'scripted' }), price({ model: 'priced' })];
  const { gateway, session } = openInUsd(prices, 1, { own: OWN });
  const { messages } = anthropic(gateway, session.token);
  await messages.create(hello);
  for (const model of ['priced', 'unpriced'])
    await expect(messages.create({ ...hello, model })).rejects.toMatchObject({ status: 404 });
  await messages.create(hello);
  expect(session.report()).toMatchObject({ budgetReached: null, requests: 2, upstreamErrors: [] });
});

test('a client that leaves before its answer arrives makes the cost unknown, through its own fault', async () => {
  const slow = scriptedUpstream({ ...script, latencyMs: 60_000 }, 'with-skill');
  const { gateway, session } = openInUsd([price({ model: 'scripted' })], 1, { own: OWN, upstream: slow });
  const { messages } = anthropic(gateway, session.token);
  const leave = new AbortController();
  const asked = messages.create(hello, { signal: leave.signal });
  setImmediate(() => leave.abort());
  await expect(asked).rejects.toThrow(/abort/i);
  await expect(messages.create(hello)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('what an answer cost is not known'),
  });
  expect(session.report()).toMatchObject({ budgetReached: null, upstreamErrors: [] });
});

test('a request whose client leaves before the answer arrives counts as abandoned, at an unknown cost', async () => {
  const slow = scriptedUpstream({ ...script, latencyMs: 60_000 }, 'with-skill');
  const { gateway, session } = open({ upstream: slow });
  const leave = new AbortController();
  const { messages } = anthropic(gateway, session.token);
  const asked = messages.create(hello, { signal: leave.signal });
  const counted = messages.countTokens({ model: 'scripted', messages: hello.messages });
  await counted;
  leave.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  await expect
    .poll(() => session.report())
    .toMatchObject({
      requests: 1,
      usage: { inputTokens: null, outputTokens: null },
      calls: [{ status: null, isLeft: true, isComplete: false, usage: { outputTokens: null } }],
      upstreamErrors: [],
    });
});

test('requests that are open when a trial ends count as abandoned', async () => {
  const slow = scriptedUpstream({ ...script, latencyMs: 60_000 }, 'with-skill');
  const { gateway, session } = open({ upstream: slow });
  const asked = anthropic(gateway, session.token).messages.create(hello);
  const refused = expect(asked).rejects.toMatchObject({ status: 502 });
  await anthropic(gateway, session.token).messages.countTokens({
    model: 'scripted',
    messages: hello.messages,
  });
  session.close();
  expect(session.report()).toMatchObject({
    requests: 1,
    calls: [{ status: null, isLeft: true, usage: { inputTokens: null } }],
  });
  await refused;
  expect(session.report().calls).toHaveLength(1);
});

test.each([
  ['maxTokens', { maxTokens: 20 }, 'tokens'],
  ['maxUsd', { maxUsd: 20e-6 }, 'usd'],
] as const)('concurrent requests cannot exceed %s together unnoticed', async (_, budget, what) => {
  const prices = [price({ model: 'scripted', input: 1, output: 1 })];
  const account = new RunAccount({ budget: RunBudget.parse({}), prices }).open();
  const { gateway, session } = open({ account, ...budget });
  const ask = () => anthropic(gateway, session.token).messages.create(hello);
  await Promise.all([ask(), ask()]);
  expect(session.report().budgetReached).toMatchObject({ of: 'trial', what });
});

test('a budget that is used up exactly has not been exceeded', async () => {
  const first = open();
  await anthropic(first.gateway, first.session.token).messages.create(hello);
  const { inputTokens, outputTokens } = first.session.report().usage;
  const { gateway, session } = open({ maxTokens: (inputTokens ?? 0) + (outputTokens ?? 0), maxRequests: 1 });
  await anthropic(gateway, session.token).messages.create(hello);
  expect(session.report().budgetReached).toBeNull();
});

test('an upstream fault is forgotten once the upstream answers', async () => {
  let asked = 0;
  const upstream = scriptedUpstream(script, 'with-skill');
  const failsOnce: Upstream = {
    simulated: true,
    send: (call, signal) =>
      ++asked === 1 ? Promise.reject(new Error('overloaded')) : upstream.send(call, signal),
  };
  const { gateway, session } = open({ upstream: failsOnce });
  const { messages } = anthropic(gateway, session.token);
  await expect(messages.create(hello)).rejects.toMatchObject({ status: 502 });
  expect(session.report().upstreamErrors).toEqual(['overloaded']);
  await messages.create(hello);
  expect(session.report().upstreamErrors).toEqual([]);
});

test('a failed question about the models of another provider is not a fault of the upstream', async () => {
  const down: Upstream = { simulated: false, send: async () => new Response('no', { status: 503 }) };
  const { gateway, session } = open({ upstream: down, own: { ...OWN, provider: 'openai' } });
  await expect(anthropic(gateway, session.token).models.list()).rejects.toMatchObject({ status: 503 });
  expect(session.report()).toMatchObject({ requests: 0, upstreamErrors: [] });
});

test('a budget in dollars follows the prices', async () => {
  const { gateway, session } = openInUsd([price({ model: 'scripted', input: 1e6, output: 0 })], 1);
  await anthropic(gateway, session.token).messages.create(hello);
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining("the trial's budget of $1 is used up"),
  });
  expect(session.report().budgetReached).toEqual({ of: 'trial', what: 'usd', max: 1 });
});

test('a model without a known price is not asked under a budget in dollars, and the agent is not blamed', async () => {
  const { gateway, session } = openInUsd([], 1);
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/the price of the model .*scripted.* is not known/),
  });
  expect(session.report()).toMatchObject({
    budgetReached: null,
    requests: 0,
    upstreamErrors: [expect.stringContaining('--prices')],
  });
});

test('after an answer that did not report its usage, a budget in dollars lets no request through', async () => {
  const silent: Upstream = {
    simulated: false,
    send: async () => Response.json({ type: 'message', role: 'assistant', content: [] }),
  };
  const account = new RunAccount({ budget: RunBudget.parse({ maxUsd: 1 }), prices: [price()] }).open();
  const { gateway, session } = open({ upstream: silent, account });
  const say = () => anthropic(gateway, session.token).messages.create({ ...hello, model: 'model-x' });
  await say();
  await expect(say()).rejects.toMatchObject({ status: 403 });
  expect(session.report()).toMatchObject({
    budgetReached: null,
    requests: 1,
    upstreamErrors: [expect.stringContaining('what an answer cost is not known')],
  });
});

/** A provider whose first answers are those, of so many input tokens; the last one is repeated. */
function answeringIn(...inputTokens: (number | null)[]): Upstream {
  let asked = 0;
  return {
    simulated: false,
    send: async () => {
      const input_tokens = inputTokens[Math.min(asked++, inputTokens.length - 1)] ?? null;
      const usage = input_tokens === null ? {} : { usage: { input_tokens, output_tokens: 1 } };
      return Response.json({ type: 'message', role: 'assistant', content: [], ...usage });
    },
  };
}

test.each([
  ['is longer than its price covers', 1001, 0.00204],
  ['was answered without its usage', null, 0.00003],
])('a later request that %s ends the attempt, and is no fault of anybody else', async (_, tokens, usd) => {
  const prices = [price({ upToInputTokens: 1000 })];
  const account = new RunAccount({ budget: RunBudget.parse({ maxUsd: 1 }), prices }).open();
  const { gateway, session } = open({ upstream: answeringIn(10, tokens), account });
  const say = () => anthropic(gateway, session.token).messages.create({ ...hello, model: 'model-x' });
  await say();
  await say();
  await expect(say()).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('what an answer cost is not known'),
  });
  expect(session.report()).toMatchObject({ requests: 2, upstreamErrors: [] });
  expect(account.used().usd).toBeCloseTo(usd, 4);
});

test('a body that is not JSON is refused', async () => {
  const { gateway, session } = open();
  const headers = { 'x-api-key': session.token };
  const request = new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body: '{' });
  expect((await gateway.fetch(request)).status).toBe(400);
});

test('listing a skill, calling its tool, and reading its body and files are seen in the requests that show them', async () => {
  const { gateway, session } = open();
  const client = anthropic(gateway, session.token);
  const system = `Skills: csv-tidy: ${skill.description}`;
  const messages: Anthropic.MessageParam[] = [...hello.messages];
  const tools = ['skill', 'bash'].map((name) => ({ name, input_schema: { type: 'object' as const } }));
  for (const output of [skill.body, 'Wrote 3 rows.', null]) {
    const { content } = await client.messages.create({ ...hello, system, tools, messages });
    const call = content.find((block) => block.type === 'tool_use');
    messages.push({ role: 'assistant', content });
    if (call !== undefined && output !== null)
      messages.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: call.id, content: output }],
      });
  }
  expect((await trafficOf(session, skill)).sightings.map(({ kind, request }) => [kind, request])).toEqual([
    ['listed', 0],
    ['tool-called', 1],
    ['body-in-context', 1],
    ['file-touched', 2],
  ]);
});

test('traffic without the skill yields no sighting', async () => {
  const { gateway, session } = open({ upstream: scriptedUpstream(script, 'baseline') });
  await anthropic(gateway, session.token).messages.create(hello);
  expect((await trafficOf(session, skill)).sightings).toEqual([]);
});

const ROUTES = WIRES.flatMap(({ routes }) => routes).map(({ method, path }) => {
  return [
    method,
    path
      .replace(/:call\{\[.+\]\+(\w+)\}/, (_, end: string) => `scripted:generate${end}`)
      .replace(/:\w+\{.+\}/, 'scripted'),
  ] as const;
});

test.each(ROUTES)('%s %s requires a token', async (method, path) => {
  const { gateway, session } = open();
  const body = method === 'GET' ? {} : { body: '{}' };
  for (const fetch of [gateway.fetch, session.fetch]) {
    const response = await fetch(new Request(`http://gateway.invalid${path}`, { method, ...body }));
    expect(response.status).toBe(401);
  }
  expect(session.report()).toMatchObject({ requests: 0, calls: [] });
});

test('a body over the limit is refused, whether or not its length is declared', async () => {
  const gateway = createGateway({ maxBytes: 1000, timeoutMs: PATIENCE_MS });
  const { session } = open({}, gateway);
  const content = 'x'.repeat(2000);
  await expect(
    anthropic(gateway, session.token).messages.create({ ...hello, messages: [{ role: 'user', content }] }),
  ).rejects.toMatchObject({ status: 413, error: { error: { type: 'request_too_large' } } });
  const body = new Blob([content]).stream();
  const headers = { 'x-api-key': session.token };
  const request = new Request(MESSAGES, { method: 'POST', headers, body, duplex: 'half' });
  expect((await gateway.fetch(request)).status).toBe(413);
});

function post(gateway: Gateway, token: string, body: string | ReadableStream): Promise<Response> {
  const init = { method: 'POST', headers: { 'x-api-key': token }, body, duplex: 'half' as const };
  return gateway.fetch(new Request(MESSAGES, init));
}

test.each([
  ['parts', `{"messages":[${'0,'.repeat(100_000)}0]}`],
  ['depth', `{"messages":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
])('a body with endless %s is refused before it is parsed', async (_, body) => {
  const { gateway, session } = open();
  const refused = await post(gateway, session.token, body);
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('request_too_large')]);
});

test('the request bodies in progress are limited per trial, without affecting other trials', async () => {
  const gateway = createGateway({ maxBytes: 32 * 2 ** 20, timeoutMs: 5000 });
  const [first, other] = [open({}, gateway).session, open({}, gateway).session];
  const much = () => {
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new Uint8Array(25 * 2 ** 20));
    return new ReadableStream({ start });
  };
  const held = [post(gateway, first.token, much()), post(gateway, first.token, much())];
  await new Promise((resolve) => setImmediate(resolve));
  expect((await post(gateway, first.token, much())).status).toBe(413);
  await anthropic(gateway, other.token).messages.create(hello);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([408, 408]);
  await anthropic(gateway, first.token).messages.create(hello);
});

test('the skill is seen in a long text, wherever it occurs', async () => {
  for (const place of [0, 131_000, 131_072, 1_000_000]) {
    const { gateway, session } = open();
    const filler = 'word '.repeat(1_000_000 / 5);
    const content = `${filler.slice(0, place)} ${skill.body} ${filler.slice(place)}`;
    await anthropic(gateway, session.token).messages.create({
      ...hello,
      messages: [{ role: 'user', content }],
    });
    expect((await trafficOf(session, skill)).sightings.map(({ kind }) => kind)).toContain('body-in-context');
  }
});

test('a request that never ends is abandoned, and others are served meanwhile', async () => {
  const gateway = createGateway({ maxBytes: 1000, timeoutMs: 3000 });
  const { session } = open({}, gateway);
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) });
  const headers = { 'x-api-key': session.token };
  const endless = gateway.fetch(new Request(MESSAGES, { method: 'POST', headers, body, duplex: 'half' }));
  await anthropic(gateway, session.token).messages.create(hello);
  expect((await endless).status).toBe(408);
});

test('the number of open requests is limited per trial, without affecting other trials', async () => {
  const stalling = Script.parse({
    arms: { baseline: [{ say: 'Hello.', fault: 'stall' }], 'with-skill': [] },
  });
  const { gateway, session } = open({ upstream: scriptedUpstream(stalling, 'baseline') });
  const other = open({}, gateway).session;
  const leave = new AbortController();
  const ask = () =>
    gateway.fetch(
      new Request(MESSAGES, {
        method: 'POST',
        headers: { 'x-api-key': session.token },
        body: JSON.stringify(hello),
        signal: leave.signal,
      }),
    );
  const statuses = [];
  for (let request = 0; request < 34; request++) statuses.push((await ask()).status);
  expect(statuses).toEqual([...Array.from({ length: 32 }, () => 200), 429, 429]);
  await anthropic(gateway, other.token).messages.create(hello);
  leave.abort();
  expect(session.report().calls).toHaveLength(32);
});

/** Collects all that nobody holds; a run of some minutes does so many times. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test('a client that leaves is noticed, however long its answer has been in progress', async () => {
  const stalling = Script.parse({
    arms: { baseline: [{ say: 'Hello.', fault: 'stall' }], 'with-skill': [] },
  });
  const { gateway, session } = open({ upstream: scriptedUpstream(stalling, 'baseline') });
  const leave = new AbortController();
  const answered = Promise.withResolvers<void>();
  const door = {
    async fetch(request: Request) {
      const response = await gateway.fetch(request);
      answered.resolve();
      return response;
    },
  };
  const asked = anthropic(door, session.token).messages.create(hello, { signal: leave.signal });
  const left = expect(asked).rejects.toThrow(/abort/i);
  await answered.promise;
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  leave.abort();
  await left;
  expect(session.report().calls).toMatchObject([{ status: 200, isComplete: false }]);
});

test('open requests end with their trial', async () => {
  const stalling = Script.parse({
    arms: { baseline: [{ say: 'Hello.', fault: 'stall' }], 'with-skill': [] },
  });
  const { gateway, session } = open({ upstream: scriptedUpstream(stalling, 'baseline') });
  const streaming = anthropic(gateway, session.token).messages.stream(hello);
  streaming.on('streamEvent', () => session[Symbol.dispose]());
  await expect(streaming.finalMessage()).rejects.toThrow('the trial is over');
});

test('open requests end with the turn of their agent, and the next turn is answered', async () => {
  const { gateway, session } = open();
  const slow = open({ upstream: scriptedUpstream({ ...script, latencyMs: 60_000 }, 'with-skill') }, gateway);
  const asked = anthropic(gateway, slow.session.token).messages.create(hello);
  const left = expect(asked).rejects.toMatchObject({ status: 502 });
  await anthropic(gateway, slow.session.token).messages.countTokens({
    model: 'scripted',
    messages: hello.messages,
  });
  await slow.session.betweenTurns(() => left);
  expect(slow.session.report().calls).toMatchObject([{ status: null, isLeft: true }]);
  const client = anthropic(gateway, session.token);
  await client.messages.create(hello);
  await session.betweenTurns(async () => {
    await expect(client.messages.create(hello)).rejects.toMatchObject({ status: 502 });
  });
  await expect(client.messages.create(hello)).resolves.toMatchObject({ role: 'assistant' });
});
