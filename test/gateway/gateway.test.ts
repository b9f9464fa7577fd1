import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type Gateway, type SessionOptions } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstream.ts';

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
  const session = gateway.openSession({ upstream, skill, maxTokens: null, ...overrides });
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

const hello = { model: 'scripted', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };

test('the official Anthropic client gets a scripted tool call with usage', async () => {
  const { gateway, session } = open();
  const answer = await anthropic(gateway, session.token).messages.create(hello);
  expect(answer.stop_reason).toBe('tool_use');
  expect(answer.content).toMatchObject([
    { type: 'text', text: 'I load the skill.' },
    { type: 'tool_use', name: 'skill', input: { name: 'csv-tidy' } },
  ]);
  expect(session.report().usage).toEqual({
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

test('a token is good from opening its session to closing it, and for nothing else', async () => {
  const { gateway, session } = open();
  const { token } = session;
  await expect(anthropic(gateway, 'assay-forged').messages.create(hello)).rejects.toMatchObject({
    status: 401,
  });
  await expect(openai(gateway, 'assay-forged').models.list()).rejects.toMatchObject({ status: 404 });
  session[Symbol.dispose]();
  await expect(anthropic(gateway, token).messages.create(hello)).rejects.toMatchObject({ status: 401 });
  expect(session.report().requests).toBe(0);
});

test('sessions do not see each other', async () => {
  const { gateway, session } = open();
  const other = open({}, gateway).session;
  await anthropic(gateway, session.token).messages.create(hello);
  expect(session.report().requests).toBe(1);
  expect(other.report()).toMatchObject({ requests: 0, usage: { inputTokens: 0, outputTokens: 0 } });
});

test("a session's own door opens to its own token and to no other, as long as it lasts", async () => {
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

test("past its budget a trial gets the wire's own error and the report says so", async () => {
  const { gateway, session } = open({ maxTokens: 1 });
  await anthropic(gateway, session.token).messages.create(hello);
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 403,
    error: { type: 'error', error: { type: 'permission_error' } },
  });
  await expect(
    openai(gateway, session.token).responses.create({ model: 'scripted', input: 'Hello' }),
  ).rejects.toMatchObject({ status: 403, code: 'insufficient_quota' });
  expect(session.report()).toMatchObject({ budgetReached: true, requests: 1 });
});

test('an upstream that fails is reported as its fault, and not counted as use', async () => {
  const broken: Upstream = {
    models: ['scripted'],
    simulated: true,
    answer: () => Promise.reject(new Error('overloaded')),
  };
  const { gateway, session } = open({ upstream: broken });
  await expect(anthropic(gateway, session.token).messages.create(hello)).rejects.toMatchObject({
    status: 502,
  });
  expect(session.report()).toMatchObject({ upstreamErrors: ['overloaded'], requests: 0 });
});

test.each([
  ['an unknown model', { ...hello, model: 'other' }],
  ['streaming', { ...hello, stream: true }],
])('%s is refused with a reason', async (_, request) => {
  const { gateway, session } = open();
  await expect(anthropic(gateway, session.token).messages.create(request)).rejects.toMatchObject({
    status: 400,
  });
});

test('a body that is not JSON is refused', async () => {
  const { gateway, session } = open();
  const headers = { 'x-api-key': session.token };
  const request = new Request('http://gateway.invalid/v1/messages', { method: 'POST', headers, body: '{' });
  expect((await gateway.fetch(request)).status).toBe(400);
});

test('listing a skill, calling its tool, its body and its files are seen, each in the request that showed it', async () => {
  const { gateway, session } = open();
  const client = anthropic(gateway, session.token);
  const system = `Skills: csv-tidy: ${skill.description}`;
  const first = await client.messages.create({ ...hello, system });
  const call = first.content[1];
  const id = call?.type === 'tool_use' ? call.id : '';
  await client.messages.create({
    ...hello,
    system,
    messages: [
      ...hello.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: skill.body }] },
    ],
  });
  expect(session.report().sightings.map(({ kind, request }) => [kind, request])).toEqual([
    ['listed', 0],
    ['tool-called', 0],
    ['body-in-context', 1],
    ['file-touched', 1],
  ]);
});

test('traffic without the skill shows no sighting', async () => {
  const { gateway, session } = open({ upstream: scriptedUpstream(script, 'baseline') });
  await anthropic(gateway, session.token).messages.create(hello);
  expect(session.report().sightings).toEqual([]);
});
