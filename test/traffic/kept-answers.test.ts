import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type SessionOptions } from '../../src/gateway/gateway.ts';
import { textBody } from '../../src/gateway/stream/text-body.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { readFullRequest } from '../../src/traffic/full-request.ts';
import { KeptAnswers } from '../../src/traffic/kept-answers.ts';
import { openaiResponses } from '../../src/traffic/wires/openai-responses.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { recordingIn, replayingFrom } from '../fixtures/cassettes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { trafficOf } from '../gateway/traffic-of.ts';

const model = 'scripted';
const TRIAL = 'task:greet:baseline:1';
const skill = {
  name: 'csv-tidy',
  description: 'Cleans the columns and rows of untidy tables before anybody loads them.',
  body: 'Call the bundled program with the path of the table and read the summary that it prints.',
  root: '/skills/csv-tidy',
  prompt: 'Clean the table.',
};
const script = Script.parse({
  arms: {
    baseline: [
      { say: 'I look.', call: [{ tool: 'bash', input: { command: 'ls' } }] },
      { say: 'It failed.', when: 'exit code 1' },
      { say: 'It worked.', when: 'exit code 0' },
      { say: 'I am done.' },
    ],
    'with-skill': [],
  },
});
const gateway = createGateway();

function open(overrides: Partial<SessionOptions> = {}) {
  const upstream = scriptedUpstream(script, 'baseline');
  const session = gateway.openSession({ upstream, maxTokens: null, ...overrides });
  return { session, client: clientWith(session.token) };
}

/** A model that gives one answer, and counts no tokens. */
function saying(text: string): Upstream {
  return {
    simulated: true,
    async send({ index, route }) {
      if (route.purpose === 'count')
        return Response.json({ object: 'response.input_tokens', input_tokens: 1 });
      const content = [{ type: 'output_text', text, annotations: [] }];
      const message = {
        type: 'message',
        id: `msg_${index}_`,
        role: 'assistant',
        status: 'completed',
        content,
      };
      const usage = { input_tokens: 1, output_tokens: 1 };
      return Response.json({
        id: `resp_${index}_`,
        object: 'response',
        status: 'completed',
        output: [message],
        usage,
      });
    },
  };
}

function clientWith(token: string): OpenAI {
  return new OpenAI({
    apiKey: token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => gateway.fetch(new Request(url, init)),
  });
}

function outputOf({ output }: OpenAI.Responses.Response, text: string) {
  const call = output.find((item) => item.type === 'function_call');
  return { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: text };
}

describe('a request that continues from an earlier answer', () => {
  test.each([false, true])('is answered like one that repeats it, streamed: %s', async (stream) => {
    const { session, client } = open();
    const ask = async (request: OpenAI.Responses.ResponseCreateParamsNonStreaming) =>
      stream
        ? await client.responses.stream({ ...request, stream }).finalResponse()
        : await client.responses.create(request);
    const first = await ask({ model, input: 'Hello' });
    const second = await ask({
      model,
      previous_response_id: first.id,
      input: [outputOf(first, 'exit code 0')],
    });
    const third = await ask({ model, previous_response_id: second.id, input: 'Go on.' });
    expect([second.output_text, third.output_text]).toEqual(['It worked.', 'I am done.']);
    expect(third.usage?.input_tokens).toBeGreaterThan(second.usage?.input_tokens ?? 0);
    expect(session.report()).toMatchObject({ requests: 3, upstreamErrors: [] });
  });

  test('may refer to single items of it', async () => {
    const { client } = open();
    const first = await client.responses.create({ model, input: 'Hello' });
    const named = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
    const input = [{ role: 'user' as const, content: 'Hello' }, ...named, outputOf(first, 'exit code 1')];
    expect((await client.responses.create({ model, input })).output_text).toBe('It failed.');
    const untyped = named.map(({ id }) => ({ id }));
    const again = [input[0] ?? '', ...untyped, outputOf(first, 'exit code 0')];
    const answer = await client.responses.create({ model, input: JSON.parse(JSON.stringify(again)) });
    expect(answer.output_text).toBe('It worked.');
  });

  test('counts the earlier conversation among its tokens', async () => {
    const { client } = open();
    const { id } = await client.responses.create({ model, input: 'Hello' });
    const count = await client.responses.inputTokens.count({ model, previous_response_id: id });
    const shorter = await client.responses.inputTokens.count({ model, input: 'Hello' });
    expect(count.input_tokens).toBeGreaterThan(shorter.input_tokens);
  });

  test('may refer to an answer whose last event has arrived while its stream is still open', async () => {
    const lasting: Upstream = {
      simulated: true,
      async send(call, signal) {
        const answer = await scriptedUpstream(script, 'baseline').send(call, signal);
        const { headers } = answer;
        const text = await answer.text();
        return call.request?.form === 'events'
          ? new Response(textBody([text], 'never'), { headers })
          : new Response(text, { headers });
      },
    };
    const { client } = open({ upstream: lasting });
    for await (const event of await client.responses.create({ model, input: 'Hello', stream: true })) {
      if (event.type !== 'response.completed') continue;
      const { response } = event;
      const input = [outputOf(response, 'exit code 0')];
      const second = await client.responses.create({ model, previous_response_id: response.id, input });
      expect(second.output_text).toBe('It worked.');
      break;
    }
  });

  test.each([
    ['another trial', (id: string) => ({ client: open().client, id })],
    ['nobody', () => ({ client: open().client, id: 'resp_unheard_of' })],
  ])('is refused if the answer belongs to %s', async (_, whose) => {
    const other = await open().client.responses.create({ model, input: 'A secret of the other trial.' });
    const { client, id } = whose(other.id);
    await expect(
      client.responses.create({ model, previous_response_id: id, input: 'Go on.' }),
    ).rejects.toMatchObject({
      status: 400,
      param: 'previous_response_id',
      message: expect.stringContaining(`Previous response with id '${id}' not found`),
    });
    const input = [{ type: 'item_reference' as const, id: other.output[0]?.id ?? '' }];
    await expect(client.responses.create({ model, input })).rejects.toMatchObject({
      status: 400,
      param: 'input',
    });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(client.responses.delete(id)).rejects.toMatchObject({ status: 404 });
    await expect(client.responses.cancel(id)).rejects.toMatchObject({ status: 404 });
  });

  test('is refused if the answer was not to be stored', async () => {
    const { client } = open();
    const { id } = await client.responses.create({ model, input: 'Hello', store: false });
    await expect(
      client.responses.create({ model, previous_response_id: id, input: 'Go on.' }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  test('shows the skill that it brings back into the context', async () => {
    const { session, client } = open();
    const { id } = await client.responses.create({ model, input: [{ role: 'system', content: skill.body }] });
    await client.responses.create({ model, previous_response_id: id, input: 'Go on.' });
    expect((await trafficOf(session, skill)).sightings).toMatchObject([
      { kind: 'body-in-context', request: 0 },
    ]);
  });

  test('is limited like any other, however short its parts were', async () => {
    const { client } = open();
    const many = Array.from({ length: 30_000 }, () => ({ role: 'user' as const, content: '' }));
    let previous_response_id: string | null = null;
    const ask = async () => {
      const answer: OpenAI.Responses.Response = await client.responses.create({
        ...{ model, previous_response_id, input: many },
      });
      previous_response_id = answer.id;
    };
    await ask();
    await expect(ask().then(ask)).rejects.toMatchObject({ status: 400, param: 'input' });
  });
});

describe('what a request refers to', () => {
  const LONG = 'x '.repeat(5_000_000);
  const refused = { status: 400, param: 'input', message: expect.stringContaining('Conversations end at') };

  test('may not be longer than one request, however short the references are', async () => {
    const { client } = open({ upstream: saying('x'.repeat(10_000)) });
    const first = await client.responses.create({ model, input: 'Hello' });
    const reference = { type: 'item_reference' as const, id: first.output[0]?.id ?? '' };
    const input = Array.from({ length: 4000 }, () => reference);
    await expect(client.responses.create({ model, input })).rejects.toMatchObject(refused);
    const fewer = input.slice(0, 3000);
    expect(await client.responses.create({ model, input: fewer })).toMatchObject({ object: 'response' });
  });

  test('may not be longer than one request, in however many answers it stands', async () => {
    const { client } = open({ upstream: saying('Yes.') });
    let previous_response_id: string | null = null;
    const ask = async () => {
      const answer: OpenAI.Responses.Response = await client.responses.create({
        ...{ model, previous_response_id, input: LONG },
      });
      previous_response_id = answer.id;
    };
    for (let turn = 0; turn < 3; turn++) await ask();
    await expect(ask()).rejects.toMatchObject(refused);
  });

  test('is limited for all requests of a trial together, also those that are free', async () => {
    const { client } = open({ upstream: saying('Yes.') });
    const { id } = await client.responses.create({ model, input: LONG.repeat(3) });
    const count = () => client.responses.inputTokens.count({ model, previous_response_id: id });
    for (let time = 0; time < 17; time++) await count();
    await expect(count()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('All that the requests of a trial refer to'),
    });
  });

  test('is held by a request like its own body, so that a trial has only so much open at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { send, ...upstream } = saying('Yes.');
    const { client } = open({
      upstream: {
        ...upstream,
        async send(call, signal) {
          if (call.index > 0) await promise;
          return await send(call, signal);
        },
      },
    });
    const { id } = await client.responses.create({ model, input: LONG.repeat(3) });
    const go = async () =>
      await client.responses.create({ model, previous_response_id: id, input: 'Go on.' });
    const asked = [go(), go()];
    await expect(go()).rejects.toMatchObject({ status: 413 });
    resolve();
    expect(await Promise.all(asked)).toHaveLength(2);
    expect(await go()).toMatchObject({ object: 'response' });
  });

  test('is all of a conversation: no answer can be continued once an earlier one is gone', async () => {
    const { client } = open();
    const first = await client.responses.create({ model, input: 'Hello' });
    const named = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
    const second = await client.responses.create({ model, previous_response_id: first.id, input: 'Go on.' });
    const third = await client.responses.create({ model, previous_response_id: second.id, input: 'Go on.' });
    const other = await client.responses.create({ model, input: named });
    await client.responses.delete(first.id);
    for (const { id } of [second, third, other]) {
      const continued = client.responses.create({ model, previous_response_id: id, input: 'Go on.' });
      await expect(continued).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
      expect(await client.responses.retrieve(id)).toMatchObject({ id });
    }
  });

  test('does not include the tools and instructions of earlier requests', async () => {
    const { client } = open({ upstream: saying('Yes.') });
    const properties = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, {}]));
    const parameters = { type: 'object', properties };
    const tools = [{ type: 'function' as const, name: 'wide', strict: false, parameters }];
    let previous_response_id: string | null = null;
    for (let turn = 0; turn < 4; turn++) {
      const answer: OpenAI.Responses.Response = await client.responses.create({
        ...{ model, previous_response_id, input: 'Go on.', tools },
      });
      previous_response_id = answer.id;
    }
    expect(previous_response_id).toBe('resp_3_');
  });
});

describe('a stored answer', () => {
  test('is returned unchanged until it is deleted', async () => {
    const { session, client } = open();
    const first = await client.responses.create({ model, input: 'Hello' });
    expect(await client.responses.retrieve(first.id)).toEqual(first);
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
    await expect(
      client.responses.create({ model, previous_response_id: first.id, input: 'Go on.' }),
    ).rejects.toMatchObject({ status: 400 });
    expect(session.report()).toMatchObject({ requests: 1, upstreamErrors: [] });
  });

  test('is the same whether it was streamed or not', async () => {
    const { client } = open();
    const first = await client.responses.stream({ model, input: 'Hello' }).finalResponse();
    expect((await client.responses.retrieve(first.id)).output_text).toBe(first.output_text);
  });

  test('cannot be cancelled or streamed, because it is not produced in the background', async () => {
    const { client } = open();
    const { id } = await client.responses.create({ model, input: 'Hello' });
    await expect(client.responses.cancel(id)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Cannot cancel a synchronous response'),
    });
    await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({
      status: 400,
      param: 'stream',
    });
    await expect(client.responses.create({ model, input: 'Hello', background: true })).rejects.toMatchObject({
      status: 400,
      param: 'background',
    });
  });

  test.each([
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
  ])('is all that a request may refer to, not a %s of the account', async (param, naming) => {
    const { client } = open();
    await expect(client.responses.create({ model, input: 'Hello', ...naming })).rejects.toMatchObject({
      status: 400,
      param,
    });
  });

  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
  ])('is available only to its token: %s %s', async (method, end) => {
    const { session, client } = open();
    const { id } = await client.responses.create({ model, input: 'Hello' });
    for (const fetch of [gateway.fetch, session.fetch]) {
      const asked = new Request(`http://gateway.invalid/v1/responses/${id}${end}`, { method });
      expect((await fetch(asked)).status).toBe(401);
    }
  });
});

describe('compacting a conversation', () => {
  test('continues it where it was, and is metered', async () => {
    const { session, client } = open();
    const first = await client.responses.create({ model, input: 'Hello' });
    const compacted = await client.responses.compact({
      ...{ model, previous_response_id: first.id, input: [outputOf(first, 'exit code 0')] },
    });
    expect(compacted).toMatchObject({
      object: 'response.compaction',
      output: [{ type: 'message', role: 'user', content: [{ text: 'Hello' }] }, { type: 'compaction' }],
    });
    const input = JSON.parse(JSON.stringify(compacted.output));
    const second = await client.responses.create({ model, input });
    expect(second.output_text).toBe('It worked.');
    const third = await client.responses.create({ model, previous_response_id: second.id, input: 'Go on.' });
    expect(third.output_text).toBe('I am done.');
    const { calls, requests } = session.report();
    expect(requests).toBe(4);
    expect(calls[1]?.usage?.inputTokens).toBe(compacted.usage.input_tokens);
  });

  test('is searched for the skill like any other request', async () => {
    const { session, client } = open();
    await client.responses.compact({ model, instructions: skill.body, input: 'Hello' });
    expect((await trafficOf(session, skill)).sightings).toMatchObject([
      { kind: 'body-in-context', request: 0 },
    ]);
  });

  test('counts towards the budget, and is refused beyond it', async () => {
    const { session, client } = open({ maxRequests: 1 });
    await client.responses.compact({ model, input: 'Hello' });
    await expect(client.responses.compact({ model, input: 'Hello' })).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_quota',
    });
    expect(session.report()).toMatchObject({ budgetReached: { what: 'requests' }, requests: 1 });
  });

  test('gives no answer that could be retrieved', async () => {
    const { client } = open();
    const { id } = await client.responses.compact({ model, input: 'Hello' });
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('with a real provider', () => {
  /** Whose answers have ids of its own, and that can make conversations shorter. */
  async function startProvider() {
    const provider = open().session;
    return await startUpstreamServer(async (request) => {
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${provider.token}`);
      return await provider.fetch(new Request(request, { headers }));
    });
  }

  function liveAt(url: string): Upstream {
    const access = { baseUrl: `${url}/v1`, key: null, maxConcurrent: 4 };
    return liveUpstream({ accessTo: () => access });
  }

  async function converse(client: OpenAI) {
    const first = await client.responses.create({ model, input: 'Hello' });
    const input = [outputOf(first, 'exit code 0')];
    const second = await client.responses.create({ model, previous_response_id: first.id, input });
    const { output, usage } = await client.responses.compact({ model, previous_response_id: second.id });
    const third = await client.responses.create({ model, input: JSON.parse(JSON.stringify(output)) });
    return [first, second, third].map(({ output_text }) => output_text).concat(`${usage.input_tokens}`);
  }

  test('references pass unchanged, and a recording gives the same answers', async () => {
    await using server = await startProvider();
    const folder = temporaryFolder();
    const recording = recordingIn({ folder, trial: TRIAL }, liveAt(server.url));
    const live = open({ upstream: recording });
    const said = await converse(live.client);
    expect(said.slice(0, 3)).toEqual(['I look.', 'It worked.', 'I am done.']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      ...['/v1/responses', '/v1/responses', '/v1/responses/compact', '/v1/responses'],
    ]);
    expect(server.seen[1]?.body).toContain('"previous_response_id":"resp_0"');
    expect(server.seen[1]?.body).not.toContain('Hello');
    const replayed = open({ upstream: replayingFrom({ folder, trial: TRIAL }) });
    expect(await converse(replayed.client)).toEqual(said);
    for (const { session } of [live, replayed]) {
      expect(session.report()).toMatchObject({ requests: 4, upstreamErrors: [] });
      expect((await session.wire()).exchanges).toBe(4);
    }
    expect(replayed.session.report().usage).toEqual(live.session.report().usage);
  });

  test('an answer of another trial is not requested, under whatever key it is kept', async () => {
    await using server = await startProvider();
    const upstream = liveAt(server.url);
    const other = await open({ upstream }).client.responses.create({ model, input: 'Hello' });
    const { client, session } = open({ upstream });
    await expect(client.responses.retrieve(other.id)).rejects.toMatchObject({ status: 404 });
    await expect(
      client.responses.create({ model, previous_response_id: other.id, input: 'Go on.' }),
    ).rejects.toMatchObject({ status: 400 });
    expect(server.seen).toHaveLength(1);
    expect(session.report()).toMatchObject({ requests: 0, upstreamErrors: [] });
  });

  test('stored answers are read, deleted and cancelled without the provider', async () => {
    await using server = await startProvider();
    const { client } = open({ upstream: liveAt(server.url) });
    const { id } = await client.responses.create({ model, input: 'Hello' });
    await client.responses.retrieve(id);
    await expect(client.responses.cancel(id)).rejects.toMatchObject({ status: 400 });
    await client.responses.delete(id);
    expect(server.seen).toHaveLength(1);
  });

  test('a provider that cannot compact a conversation counts neither as down nor as without the model', async () => {
    await using server = await startUpstreamServer(async () => new Response('no such page', { status: 404 }));
    const upstream = liveAt(server.url);
    const { client, session } = open({ upstream });
    await expect(client.responses.compact({ model, input: 'Hello' })).rejects.toMatchObject({ status: 404 });
    expect(upstream.outage?.()).toBeNull();
    expect(session.report()).toMatchObject({ requests: 0, upstreamErrors: [] });
  });

  test('a model is looked up at the provider', async () => {
    await using server = await startProvider();
    const { client, session } = open({ upstream: liveAt(server.url) });
    expect(await client.models.retrieve(model)).toMatchObject({ id: model });
    expect(server.seen).toMatchObject([{ url: '/v1/models/scripted' }]);
    expect((await session.wire()).exchanges).toBe(1);
  });
});

describe('the stored answers of a trial', () => {
  const size = { bytes: 2, parts: 1, depth: 1 };
  const coming = (id: string, bytes: number) => () => ({ body: { id }, bytes });
  const namesOf = (body: unknown) => ({ id: JSON.stringify(body), output: [{ id: 'item', item: body }] });
  const nameOf = (id: string) => JSON.stringify({ id });
  const from = new Set<string>();
  const asked = (bytes: number) => ({ body: new Uint8Array(bytes), size: { ...size, bytes }, from });

  test('are limited: the oldest is forgotten, with its items', () => {
    const kept = new KeptAnswers(10);
    kept.follow(asked(2), coming('a', 2), namesOf)();
    expect(kept.findItem('item')?.item).toEqual({ id: 'a' });
    kept.follow(asked(2), coming('b', 2), namesOf)();
    kept.follow(asked(2), coming('c', 3), namesOf)();
    expect(['a', 'b', 'c'].map((id) => kept.find(nameOf(id)) !== null)).toEqual([false, true, true]);
    kept.follow(asked(9), coming('d', 2), namesOf)();
    expect(kept.find(nameOf('d'))).toBeNull();
  });

  test('do not include one that broke off', () => {
    const kept = new KeptAnswers();
    kept.follow(asked(2), () => null, namesOf)();
    expect(kept.findItem('item')).toBeNull();
  });

  test('know their size and that of the conversation before them', () => {
    const kept = new KeptAnswers();
    kept.follow(
      { body: new Uint8Array(2), size: { bytes: 100, parts: 10, depth: 5 }, from },
      coming('a', 20),
      namesOf,
    )();
    expect(kept.findItem('item')?.size).toEqual({ bytes: 22, parts: 3, depth: 3 });
    expect(kept.find(nameOf('a'))?.conversation).toEqual({ bytes: 120, parts: 13, depth: 5 });
  });

  const url = new URL('http://gateway.invalid/v1/responses');

  test.each([
    ['names no model', { previous_response_id: nameOf('a') }, size],
    ['refers to too much', { model, previous_response_id: nameOf('a') }, { ...size, parts: 100_000 }],
  ])('are not read for a request that %s', (_what, json, keptSize) => {
    const kept = new KeptAnswers();
    kept.follow({ body: Buffer.from('not JSON'), size: keptSize, from }, coming('a', 2), namesOf)();
    expect(readFullRequest(openaiResponses, { json, size }, url, kept)).toMatchObject({
      fault: expect.any(String),
    });
  });

  test('are read only once the texts of a request are asked for', () => {
    const kept = new KeptAnswers();
    const earlier = Buffer.from(JSON.stringify({ model, input: 'Hello' }));
    kept.follow(
      { body: earlier, size, from },
      () => ({ body: { id: 'a', output: [] }, bytes: 2 }),
      () => ({ id: 'a', output: [] }),
    )();
    const json = { model, previous_response_id: 'a', input: 'Go on.' };
    const read = readFullRequest(openaiResponses, { json, size }, url, kept);
    if ('fault' in read) return expect.unreachable();
    expect(read.request.passages.map(({ text }) => text)).toEqual(['', 'Hello', 'Go on.']);
    expect(read.request).toMatchObject({ model, isKept: true, toldBeforeAnswers: [null] });
  });
});
