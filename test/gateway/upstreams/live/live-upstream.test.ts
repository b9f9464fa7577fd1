import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { Script } from '../../../../src/contracts/script.ts';
import { createGateway, type GatewaySession } from '../../../../src/gateway/gateway.ts';
import { textBody } from '../../../../src/gateway/stream/text-body.ts';
import { ApiKey } from '../../../../src/gateway/upstreams/live/api-key.ts';
import { type LiveOptions, liveUpstream } from '../../../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { ManualTime } from '../../../fakes/manual-time.ts';
import {
  type Misbehaviour,
  startUpstreamServer,
  type UpstreamServer,
} from '../../../fakes/upstream-server.ts';
import { PATIENCE_MS } from '../../../fixtures/patience.ts';

const KEY = 'sk-canary-5f0c7a';
const AT_ONCE = { retries: 3, firstMs: 0, longestMs: 0, rateLimitMs: 0 };
const OWN = { provider: 'anthropic' as const, model: 'scripted' };
const hello = { model: 'scripted', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hello' }] };

function scriptedProvider(turn: object = { say: 'Hello.' }): GatewaySession {
  const script = Script.parse({ arms: { baseline: [turn], 'with-skill': [] } });
  return createGateway().openSession({
    upstream: scriptedUpstream(script, 'baseline'),
    maxTokens: null,
  });
}

type Setting = {
  misbehaviours?: Misbehaviour[];
  turn?: object;
  answer?: () => Response;
  maxConcurrent?: number;
  live?: Partial<LiveOptions>;
};

/** A gateway before a provider that shows itself to whoever has the key. */
async function start({ misbehaviours = [], turn, answer, maxConcurrent = 8, live }: Setting = {}) {
  const provider = scriptedProvider(turn);
  const server = await startUpstreamServer(async (request) => {
    if (answer !== undefined) return answer();
    const headers = new Headers(request.headers);
    if (headers.get('x-api-key') === KEY) headers.set('x-api-key', provider.token);
    return await provider.fetch(new Request(request, { headers }));
  }, misbehaviours);
  const access = { baseUrl: server.url, key: new ApiKey(KEY), maxConcurrent };
  const timing = { random: () => 0 };
  const upstream = liveUpstream({ accessTo: () => access, policy: AT_ONCE, timing, ...live });
  const session = createGateway().openSession({ upstream, maxTokens: null, own: OWN });
  const client = new Anthropic({
    apiKey: session.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => session.fetch(new Request(url, init)),
  });
  return { server, session, client, access, upstream };
}

async function using<T>({ server }: { server: UpstreamServer }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

test.each<Misbehaviour>([
  { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 529 },
  { kind: 'reset' },
  { kind: 'reset-after-headers' },
  { kind: 'overloaded-event' },
])('%j is temporary, and the request is retried before any of the answer goes out', async (wrong) => {
  const side = await start({ misbehaviours: [wrong, wrong] });
  await using(side, async () => {
    const answer = await side.client.messages.stream(hello).finalMessage();
    expect(answer.content).toMatchObject([{ text: 'Hello.' }]);
    expect(side.server.seen).toHaveLength(3);
    expect(new Set(side.server.seen.map(({ body }) => body)).size).toBe(1);
    expect(side.session.report()).toMatchObject({ requests: 1, upstreamErrors: [] });
  });
});

test.each([
  [{ kind: 'status', status: 503 } as const, 503],
  [{ kind: 'reset' } as const, 502],
])('a persistent %j is passed to the client and reported as no fault of the agent', async (wrong, status) => {
  const side = await start({ misbehaviours: Array.from({ length: 4 }, () => wrong) });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status });
    expect(side.server.seen).toHaveLength(4);
    expect(side.session.report()).toMatchObject({ requests: 0, upstreamErrors: [expect.any(String)] });
  });
});

test.each([400, 401, 404])('%i is permanent and is not retried', async (status) => {
  const side = await start({ misbehaviours: [{ kind: 'status', status }] });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status });
    expect(side.server.seen).toHaveLength(1);
  });
});

test('a stream that breaks off after it began is not requested again', async () => {
  const side = await start({ turn: { say: 'Hello, all of you.', fault: 'cut-stream' } });
  await using(side, async () => {
    await expect(side.client.messages.stream(hello).finalMessage()).rejects.toBeInstanceOf(Error);
    expect(side.server.seen).toHaveLength(1);
    expect(side.session.report()).toMatchObject({
      upstreamErrors: [expect.any(String)],
      calls: [{ isComplete: false, usage: { outputTokens: null } }],
    });
  });
});

test('an answer in one piece that breaks off is not requested again either', async () => {
  const side = await start({ misbehaviours: [{ kind: 'cut-body' }] });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toBeInstanceOf(Error);
    expect(side.server.seen).toHaveLength(1);
    expect(side.session.report()).toMatchObject({ requests: 1, upstreamErrors: [expect.any(String)] });
  });
});

test.each([
  ['an answer in one piece', 200, 'application/json'],
  ['a stream', 200, 'text/event-stream'],
  ['an error', 418, 'application/json'],
])('%s without an end is cut off before it fills the memory', async (_, status, type) => {
  const mebibyte = new TextEncoder().encode(`data: "${'x'.repeat(2 ** 20)}"\n\n`);
  let sent = 0;
  const answer = () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1;
      controller.enqueue(mebibyte);
    };
    return new Response(new ReadableStream({ pull }), { status, headers: { 'content-type': type } });
  };
  const side = await start({ answer });
  await using(side, async () => {
    const request = new Request('http://gateway.invalid/v1/messages', {
      method: 'POST',
      headers: { 'x-api-key': side.session.token },
      body: JSON.stringify(hello),
    });
    const drain = async () => {
      const response = await side.session.fetch(request);
      if (response.status === 502) throw new Error(await response.text());
      for await (const bytes of response.body ?? []) expect(bytes.length).toBeGreaterThan(0);
    };
    await expect(drain()).rejects.toThrow('exceeds the size limit for model answers');
    expect(sent).toBeLessThan(80);
  });
});

/** In which a busy machine answers, too. */
const SILENCE_MS = 4000;

test.each([
  ['in pieces', true],
  ['whole', false],
])('a request to a provider that stays silent is retried, for an answer %s', async (_, stream) => {
  const silenceMs = { pieces: stream ? SILENCE_MS : PATIENCE_MS, whole: stream ? PATIENCE_MS : SILENCE_MS };
  const policy = { ...AT_ONCE, silenceMs };
  const side = await start({ misbehaviours: [{ kind: 'silence' }], live: { policy } });
  await using(side, async () => {
    const answer = stream
      ? await side.client.messages.stream(hello).finalMessage()
      : await side.client.messages.create(hello);
    expect(answer.content).toMatchObject([{ text: 'Hello.' }]);
    expect(side.server.seen).toHaveLength(2);
    const [call] = side.session.report().calls;
    expect(call?.waitedMs).toBeGreaterThanOrEqual(SILENCE_MS);
  });
});

test('a provider that is silent twice is given up on, with an error that says so', async () => {
  const policy = { ...AT_ONCE, silenceMs: { pieces: 1000, whole: 1000 } };
  const misbehaviours = Array.from({ length: 2 }, () => ({ kind: 'silence' as const }));
  const side = await start({ misbehaviours, live: { policy } });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status: 502 });
    expect(side.server.seen).toHaveLength(2);
    expect(side.session.report().upstreamErrors).toEqual([
      'anthropic cannot be reached: it sent nothing for 1 s',
    ]);
  });
});

test('if one request is told to wait, all of them wait, and the wait does not count as any agent’s time', async () => {
  const time = new ManualTime();
  const misbehaviours = [{ kind: 'status' as const, status: 429, headers: { 'retry-after': '30' } }];
  const side = await start({ misbehaviours, live: { timing: time.timing } });
  await using(side, async () => {
    const first = side.client.messages.create(hello);
    while (time.awaitedMs.length === 0) await sleep(1);
    const second = side.client.messages.create(hello);
    await sleep(50);
    expect([side.server.seen.length, time.awaitedMs]).toEqual([1, [30_000]]);
    await time.advance(30_000);
    await Promise.all([first, second]);
    expect(side.server.seen).toHaveLength(3);
    for (const { waitedMs } of side.session.report().calls) expect(waitedMs).toBeGreaterThan(0);
  });
});

test('a provider that asks for no wait is not retried at once, over and over', async () => {
  const time = new ManualTime();
  const misbehaviours = Array.from({ length: 2 }, () => ({
    ...{ kind: 'status' as const, status: 429 },
    headers: { 'retry-after': '0' },
  }));
  const policy = { retries: 2, firstMs: 1000, longestMs: 60_000 };
  const side = await start({ misbehaviours, live: { timing: time.timing, policy } });
  await using(side, async () => {
    const asked = side.client.messages.create(hello);
    for (const untilMs of [500, 1500]) {
      await expect.poll(() => time.awaitedMs).toEqual([untilMs]);
      await time.advance(untilMs);
    }
    expect((await asked).content).toMatchObject([{ text: 'Hello.' }]);
  });
});

test.each<[string, Misbehaviour, number, string]>([
  ['fails for good', { kind: 'status', status: 503 }, 20, 'anthropic answered 503.'],
  ['cannot be reached', { kind: 'reset' }, 20, 'anthropic cannot be reached'],
  ['redirects elsewhere', { kind: 'status', status: 307 }, 5, 'anthropic answered 307.'],
  ['breaks off every answer', { kind: 'cut-body' }, 5, 'An answer of anthropic broke off.'],
])('a provider that %s counts as down, and as up again once it answers', async (_, wrong, times, why) => {
  const side = await start({ misbehaviours: Array.from({ length: times }, () => wrong) });
  await using(side, async () => {
    const ask = () => side.client.messages.create(hello);
    for (let request = 0; request < 4; request++) await expect(ask()).rejects.toBeInstanceOf(Error);
    expect(side.upstream.outage?.()).toBeNull();
    await expect(ask()).rejects.toBeInstanceOf(Error);
    expect(side.upstream.outage?.()).toContain(why);
    await ask();
    expect(side.upstream.outage?.()).toBeNull();
  });
});

test.each([401, 402, 403])('a provider that answers %i counts as refusing every request', async (status) => {
  const side = await start({ misbehaviours: [{ kind: 'status', status }] });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status });
    expect(side.upstream.outage?.()).toBe(`anthropic refuses the key (${status}).`);
  });
});

test.each([401, 403, 404, 503])(
  'an error (%i) for a question about models that a workload may have asked says nothing about the provider',
  async (status) => {
    let asked = 0;
    const said = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] };
    const side = await start({
      answer: () => (asked++ === 0 ? Response.json(said) : new Response('no', { status })),
    });
    await using(side, async () => {
      await side.client.messages.create(hello);
      for (let request = 0; request < 5; request++)
        await expect(side.client.models.list()).rejects.toMatchObject({ status });
      expect(side.upstream.outage?.()).toBeNull();
      expect(side.session.report()).toMatchObject({ requests: 1, upstreamErrors: [] });
    });
  },
);

test.each([
  [403, null],
  [401, 'anthropic refuses the key (401).'],
])('a key that worked once and is then refused (%i) gives the outage: %s', async (status, outage) => {
  const body = JSON.stringify({ error: { type: 'permission_error', message: 'blocked' } });
  let asked = 0;
  const answer = () =>
    asked++ === 0
      ? Response.json({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] })
      : new Response(body, { status, headers: { 'content-type': 'application/json' } });
  const side = await start({ answer });
  await using(side, async () => {
    await side.client.messages.create(hello);
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status });
    expect(side.upstream.outage?.()).toBe(outage);
    expect(side.session.report().upstreamErrors).toHaveLength(outage === null ? 0 : 1);
  });
});

/** As Google documents an error, and its reason. */
function googleError(reason: string): Response {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' };
  const error = { code: 400, message: 'Not valid.', status: 'INVALID_ARGUMENT', details: [info] };
  return Response.json({ error }, { status: 400 });
}

const GENERATE = 'http://gateway.invalid/v1beta/models/scripted';

test.each([
  ['API_KEY_INVALID', 'generateContent', 401, 'gemini refuses the key (401).'],
  ['API_KEY_INVALID', 'streamGenerateContent?alt=sse', 401, 'gemini refuses the key (401).'],
  ['OTHER', 'generateContent', 400, null],
])(
  'a Gemini that answers 400 for the reason %s (%s) is taken for %i',
  async (reason, method, status, outage) => {
    const own = { provider: 'gemini' as const, model: 'scripted' };
    const side = await start({ answer: () => googleError(reason) });
    await using(side, async () => {
      const { token, fetch, report } = createGateway().openSession({
        upstream: side.upstream,
        maxTokens: null,
        own,
      });
      const headers = { 'x-goog-api-key': token, 'content-type': 'application/json' };
      const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] });
      const response = await fetch(new Request(`${GENERATE}:${method}`, { method: 'POST', headers, body }));
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { details: [{ reason }] } });
      expect(side.upstream.outage?.()).toBe(outage);
      expect(report().upstreamErrors).toHaveLength(outage === null ? 0 : 1);
    });
  },
);

test('a request to a provider without access is refused as the client’s fault', async () => {
  const side = await start({ live: { accessTo: () => null } });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({
      status: 404,
      error: { error: { type: 'not_found_error', message: 'This run has no access to anthropic.' } },
    });
    expect(side.session.report()).toMatchObject({ requests: 0, upstreamErrors: [] });
  });
});

test('a model that the provider does not know counts as an outage', async () => {
  const side = await start({ misbehaviours: [{ kind: 'status', status: 404 }] });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status: 404 });
    expect(side.upstream.outage?.()).toMatch(/^anthropic knows no model "scripted" at that address \(404\)/);
  });
});

test('errors that a request caused itself, and clients that leave, say nothing about the provider', async () => {
  const side = await start({
    misbehaviours: Array.from({ length: 6 }, () => ({ kind: 'status' as const, status: 400 })),
    turn: { say: 'Hello, all of you.', fault: 'stall' },
  });
  await using(side, async () => {
    for (let request = 0; request < 6; request++)
      await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status: 400 });
    for (let request = 0; request < 6; request++) {
      const stream = side.client.messages.stream(hello);
      stream.on('streamEvent', () => stream.abort());
      await expect(stream.finalMessage()).rejects.toThrow('aborted');
    }
    expect(side.upstream.outage?.()).toBeNull();
  });
});

test('the provider receives the key and the headers of its API, and never the token of the trial', async () => {
  const side = await start();
  await using(side, async () => {
    const headers = { 'anthropic-beta': 'some-beta', 'x-secret': 'of the client', cookie: 'a=b' };
    await side.client.messages.create(hello, { headers, query: { beta: 'true' } });
    const [seen] = side.server.seen;
    expect(seen).toMatchObject({
      url: '/v1/messages?beta=true',
      headers: { 'x-api-key': KEY, 'anthropic-beta': 'some-beta', 'anthropic-version': expect.any(String) },
    });
    expect(JSON.stringify(seen)).not.toContain(side.session.token);
    expect(JSON.stringify(seen)).not.toMatch(/of the client|a=b/);
  });
});

test('lists of models and token counts come from the provider too, and do not count as requests', async () => {
  const side = await start();
  await using(side, async () => {
    expect((await side.client.models.list()).data.map(({ id }) => id)).toEqual(['scripted']);
    const { messages } = hello;
    expect((await side.client.messages.countTokens({ model: 'scripted', messages })).input_tokens).toBe(1);
    expect(side.server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/models',
      'POST /v1/messages/count_tokens',
    ]);
    expect(side.session.report()).toMatchObject({ requests: 0, calls: [] });
  });
});

test('a key that the provider repeats in an error does not reach the agent', async () => {
  const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}.` } });
  const headers = { 'x-echo': KEY };
  const side = await start({ misbehaviours: [{ kind: 'status', status: 401, headers, body }] });
  await using(side, async () => {
    const error: unknown = await side.client.messages.create(hello).catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 9 })).toContain('Incorrect API key provided: [key].');
    expect(
      inspect([error, side.session.report(), side.access], { depth: 9, showHidden: true }),
    ).not.toContain(KEY);
  });
});

function eventsOf(...texts: string[]): string[] {
  const bodies = texts.map((text) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  }));
  return bodies.map((body) => `event: content_block_delta\ndata: ${JSON.stringify(body)}\n\n`);
}

const half = KEY.length / 2;
const [told = ''] = eventsOf(`Your key is ${KEY}.`);

test.each([
  ['in one piece', [JSON.stringify({ type: 'message', content: [{ type: 'text', text: KEY }] })], '[key]'],
  ['in an event', [told], 'Your key is [key].'],
  [
    'across two chunks',
    [told.slice(0, told.indexOf(KEY) + half), told.slice(told.indexOf(KEY) + half)],
    '[key]',
  ],
  ['across two events', eventsOf('Your key', ' is ', KEY.slice(0, half), KEY.slice(half), '.'), null],
])(
  'a key that the provider repeats %s of a good answer does not reach the agent',
  async (_, chunks, seen) => {
    const type = seen === '[key]' && chunks.length === 1 ? 'application/json' : 'text/event-stream';
    const answer = () => new Response(textBody(chunks, 'closed'), { headers: { 'content-type': type } });
    const side = await start({ answer });
    await using(side, async () => {
      const request = new Request('http://gateway.invalid/v1/messages', {
        method: 'POST',
        headers: { 'x-api-key': side.session.token },
        body: JSON.stringify(hello),
      });
      let got = '';
      const read = async () => {
        const { body } = await side.session.fetch(request);
        for await (const bytes of body ?? []) got += Buffer.from(bytes).toString();
      };
      if (seen === null) await expect(read()).rejects.toThrow('revealed the API key');
      else await read();
      expect(got).toContain(seen ?? '');
      expect(got).not.toContain(KEY.slice(half));
      expect(JSON.stringify(side.session.report())).not.toContain(KEY);
    });
  },
);

const MESSAGE = { type: 'message', content: [{ type: 'text', text: 'Hello.' }], usage: { input_tokens: 1 } };

test('an unrequested compressed answer is decompressed and loses its content-encoding header', async () => {
  const packed = gzipSync(JSON.stringify(MESSAGE));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'set-cookie': 'a=b' };
  const side = await start({ answer: () => new Response(packed, { headers }) });
  await using(side, async () => {
    const { data, response } = await side.client.messages.create(hello).withResponse();
    expect(data.content).toEqual(MESSAGE.content);
    expect([...response.headers.keys()]).not.toContain('content-encoding');
    expect([...response.headers.keys()]).not.toContain('set-cookie');
  });
});

test('the client of a request that is given up is told to wait no longer, whatever the provider asks for', async () => {
  const headers = { 'retry-after': '600', 'retry-after-ms': '600000', 'request-id': 'req_1' };
  const answer = () =>
    Response.json({ type: 'error', error: { message: 'Wait.' } }, { status: 429, headers });
  const side = await start({ answer });
  await using(side, async () => {
    const error: unknown = await side.client.messages
      .create(hello)
      .asResponse()
      .catch((caught) => caught);
    expect(error).toMatchObject({ status: 429 });
    const told = error instanceof APIError ? [...(error.headers ?? [])] : [];
    expect(told).toContainEqual(['request-id', 'req_1']);
    expect(told.filter(([name]) => name.startsWith('retry-after'))).toEqual([['retry-after-ms', '1']]);
  });
});

test('an answer that decompresses endlessly is cut off', async () => {
  const packed = gzipSync(Buffer.concat([Buffer.from('{'), Buffer.alloc(100 * 2 ** 20, ' ')]));
  const side = await start({
    answer: () => new Response(packed, { headers: { 'content-encoding': 'gzip' } }),
  });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toBeInstanceOf(Error);
    expect(side.session.report().upstreamErrors).toEqual([expect.stringContaining('exceeds the size limit')]);
  });
});

test('bytes that are not UTF-8 reach the client unchanged, and the usage after them is still read', async () => {
  const [before = '', after = ''] = JSON.stringify(MESSAGE).split('Hello.');
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from(after)]);
  const headers = { 'content-type': 'application/json' };
  const side = await start({ answer: () => new Response(bytes, { headers }) });
  await using(side, async () => {
    const answer = await side.client.messages.create(hello).asResponse();
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(side.session.report().usage.inputTokens).toBe(1);
  });
});

test('an answer with an endless header fails', async () => {
  const side = await start({
    answer: () => new Response('{}', { headers: { 'x-long': 'y'.repeat(100_000) } }),
  });
  await using(side, async () => {
    await expect(side.client.messages.create(hello)).rejects.toMatchObject({ status: 502 });
  });
});

test('a redirect is not followed with the key', async () => {
  const elsewhere = await start();
  const headers = { location: `${elsewhere.server.url}/v1/messages` };
  const side = await start({ misbehaviours: [{ kind: 'status', status: 307, headers }] });
  await using(elsewhere, () =>
    using(side, async () => {
      await expect(side.client.messages.create(hello)).rejects.toBeInstanceOf(Error);
      expect(elsewhere.server.seen).toEqual([]);
    }),
  );
});

test('the number of open requests at a provider is limited, and the wait for a place is recorded', async () => {
  const side = await start({ maxConcurrent: 2 });
  await using(side, async () => {
    await Promise.all(Array.from({ length: 8 }, () => side.client.messages.create(hello)));
    expect(side.server.open.most).toBe(2);
    const waits = side.session.report().calls.map(({ waitedMs }) => waitedMs > 0);
    expect(waits.filter((hasWaited) => hasWaited)).toHaveLength(6);
  });
});

test('a client that leaves frees its place', async () => {
  const side = await start({ maxConcurrent: 1, turn: { say: 'Hello, all of you.', fault: 'stall' } });
  await using(side, async () => {
    for (let round = 0; round < 3; round++) {
      const stream = side.client.messages.stream(hello);
      stream.on('streamEvent', () => stream.abort());
      await expect(stream.finalMessage()).rejects.toThrow('aborted');
    }
    expect(side.server.seen).toHaveLength(3);
  });
});
