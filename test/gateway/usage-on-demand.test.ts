import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Script } from '../../src/contracts/script.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { textBody } from '../../src/gateway/stream/text-body.ts';
import { Recording } from '../../src/gateway/upstreams/cassette/recording.ts';
import { replayingUpstream } from '../../src/gateway/upstreams/cassette/replaying-upstream.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer, type UpstreamServer } from '../fakes/upstream-server.ts';
import { recordingIn, replayingFrom } from '../fixtures/cassettes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TRIAL = 'task:greet:baseline:1';

const Asked = z.object({ stream_options: z.object({ include_usage: z.boolean().optional() }).nullish() });

const said = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const CHUNKS = [
  { ...said, choices: [{ index: 0, delta: { role: 'assistant', content: 'Hel' }, finish_reason: null }] },
  { ...said, choices: [{ index: 0, delta: { content: 'lo.' }, finish_reason: null }] },
  { ...said, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
const USAGE = { ...said, choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } };

function eventsOf(isAsked: boolean): string {
  const chunks = isAsked ? [...CHUNKS, USAGE] : CHUNKS;
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

/** A provider that tells the usage of a stream where it is asked to, as the API says. */
function startProvider({
  refuses = false,
  pieceBytes = 10_000,
  lineEnd = '\n',
} = {}): Promise<UpstreamServer> {
  return startUpstreamServer(async (request) => {
    const { stream_options: options } = Asked.parse(await request.json());
    if (refuses && options !== undefined) {
      const error = {
        type: 'invalid_request_error',
        message: 'stream_options: extra inputs are not permitted',
      };
      return Response.json({ error }, { status: 422 });
    }
    const events = eventsOf(options?.include_usage === true).replaceAll('\n', lineEnd);
    const pieces = events.match(new RegExp(`[^]{1,${pieceBytes}}`, 'g')) ?? [];
    return new Response(textBody(pieces, 'closed'), { headers: { 'content-type': 'text/event-stream' } });
  });
}

function liveAt({ url }: UpstreamServer): Upstream {
  return liveUpstream({ accessTo: () => ({ baseUrl: `${url}/v1`, key: null, maxConcurrent: 4 }) });
}

async function askThrough(upstream: Upstream, body: string) {
  using session = createGateway().openSession({ upstream, maxTokens: null });
  const response = await session.fetch(
    new Request('http://gateway.invalid/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body,
    }),
  );
  return { text: await response.text(), report: session.report() };
}

const COUNTED = { requests: 1, usage: { inputTokens: 5, outputTokens: 2 }, upstreamErrors: [] };
const ASK =
  '{ "model":"m", "messages":[{"role":"user","content":"Hi"}], "seed":9007199254740993,"stream":true}';

test('a stream whose client does not request usage is metered, and the client gets only what it requested', async () => {
  await using server = await startProvider();
  const { text, report } = await askThrough(liveAt(server), ASK);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject(COUNTED);
  const [seen] = server.seen;
  expect(JSON.parse(seen?.body ?? '')).toMatchObject({ stream_options: { include_usage: true } });
  expect(seen?.body.replace('"stream_options":{"include_usage":true},', '')).toBe(ASK);
});

test.each([1, 7, 64])('the usage is removed from a stream in pieces of %i bytes', async (pieceBytes) => {
  await using server = await startProvider({ pieceBytes });
  const { text, report } = await askThrough(liveAt(server), ASK);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject(COUNTED);
});

test.each([
  { lineEnd: '\r\n', pieceBytes: 1 },
  { lineEnd: '\r\n', pieceBytes: 64 },
  { lineEnd: '\r', pieceBytes: 1 },
  { lineEnd: '\r', pieceBytes: 64 },
  { lineEnd: '\r', pieceBytes: 10_000 },
])('the usage is removed from a stream with other line ends, %j', async (options) => {
  await using server = await startProvider(options);
  const { text, report } = await askThrough(liveAt(server), ASK);
  expect(text).toBe(eventsOf(false).replaceAll('\n', options.lineEnd));
  expect(report).toMatchObject(COUNTED);
});

test.each([
  ['null', {}],
  ['{"include_usage":false}', {}],
  ['{"include_obfuscation":false}', { include_obfuscation: false }],
])('a client with the stream options %s keeps its other options', async (options, kept) => {
  await using server = await startProvider();
  const body = ASK.replace('"stream":true', `"stream":true,"stream_options":${options}`);
  const { text, report } = await askThrough(liveAt(server), body);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject(COUNTED);
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
    stream: true,
    stream_options: { ...kept, include_usage: true },
  });
});

test('a client that requests the usage of its stream gets it', async () => {
  await using server = await startProvider();
  const body = ASK.replace('"stream":true', '"stream":true,"stream_options":{"include_usage":true}');
  const { text, report } = await askThrough(liveAt(server), body);
  expect(text).toBe(eventsOf(true));
  expect(report).toMatchObject(COUNTED);
  expect(server.seen).toMatchObject([{ body }]);
});

test('a server that rejects the option gets the client’s original request', async () => {
  await using server = await startProvider({ refuses: true });
  const { text, report } = await askThrough(liveAt(server), ASK);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject({ requests: 1, usage: { inputTokens: null }, upstreamErrors: [] });
  expect(server.seen.at(-1)?.body).toBe(ASK);
});

test('a recording of such a stream is replayed with its usage, as for a client that requests it', async () => {
  await using server = await startProvider();
  const folder = temporaryFolder();
  await askThrough(recordingIn({ folder, trial: TRIAL }, liveAt(server)), ASK);
  const { text, report } = await askThrough(replayingFrom({ folder, trial: TRIAL }), ASK);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject(COUNTED);
});

test('a recording of such a stream without usage is replayed, with unknown usage', async () => {
  const body = ASK.replace('9007199254740993', '7');
  const exchange = {
    ...{
      wire: 'openai-chat',
      method: 'POST' as const,
      path: '/v1/chat/completions',
      request: JSON.parse(body),
    },
    ...{ atMs: 0, latencyMs: 1 },
    answer: { status: 200, contentType: 'text/event-stream', body: eventsOf(false), isComplete: true },
  };
  const recording = new Recording([exchange]);
  const upstream = replayingUpstream(TRIAL, async (asked, used) => recording.find(asked, used));
  const { text, report } = await askThrough(upstream, body);
  expect(text).toBe(eventsOf(false));
  expect(report).toMatchObject({ requests: 1, usage: { inputTokens: null }, upstreamErrors: [] });
});

test.each([undefined, { include_usage: true }])(
  'the official client with the stream options %j gets usage from the scripted model only if it requests it',
  async (stream_options) => {
    const script = Script.parse({ arms: { baseline: [{ say: 'Hello.' }], 'with-skill': [] } });
    const upstream = scriptedUpstream(script, 'baseline');
    using session = createGateway().openSession({ upstream, maxTokens: null });
    const client = new OpenAI({
      ...{ apiKey: session.token, baseURL: 'http://gateway.invalid/v1', maxRetries: 0 },
      fetch: (url, init) => session.fetch(new Request(url, init)),
    });
    const stream = await client.chat.completions.create({
      ...{ model: 'scripted', messages: [{ role: 'user', content: 'Hello' }], stream: true },
      ...(stream_options === undefined ? {} : { stream_options }),
    });
    const empty: unknown[] = [];
    for await (const { choices, usage } of stream) if (choices.length === 0) empty.push(usage?.prompt_tokens);
    expect(empty).toEqual(stream_options === undefined ? [] : [1]);
    expect(session.report().usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
  },
);
