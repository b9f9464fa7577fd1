import { describe, expect, test } from 'vitest';
import { Script } from '../../../../src/contracts/script.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { textBody } from '../../../../src/gateway/stream/text-body.ts';
import { ApiKey } from '../../../../src/gateway/upstreams/live/api-key.ts';
import { liveUpstream } from '../../../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { startUpstreamServer, type UpstreamServer } from '../../../fakes/upstream-server.ts';
import { CLIENTS } from '../../clients/clients.ts';

const AT_ONCE = { retries: 2, firstMs: 0, longestMs: 0 };
const PAGE = '<!DOCTYPE html>\n<html><head><title>Scheduled maintenance</title></head></html>';

type Wrong = { body: string; type: string };

const json = (value: unknown): Wrong => ({ body: JSON.stringify(value), type: 'application/json' });
const html: Wrong = { body: PAGE, type: 'text/html' };

function stream(...events: object[]): Wrong {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return { body, type: 'text/event-stream' };
}

/** What the providers say in a stream in the place of an answer, or in the middle of one. */
const ERRORS: Record<string, { theirs: object; own: object }> = {
  'Anthropic Messages': {
    theirs: { type: 'error', error: { type: 'api_error', message: 'Try later.' } },
    own: { type: 'error', error: { type: 'invalid_request_error', message: 'Try better.' } },
  },
  'OpenAI Responses': {
    theirs: { type: 'error', code: 'server_error', message: 'Try later.', param: null, sequence_number: 0 },
    own: { type: 'error', code: 'context_length_exceeded', message: 'Try better.', sequence_number: 0 },
  },
  'OpenAI Chat Completions': {
    theirs: { error: { type: 'server_error', code: null, message: 'Try later.' } },
    own: { error: { type: 'invalid_request_error', code: null, message: 'Try better.' } },
  },
  Gemini: {
    theirs: { error: { code: 503, status: 'UNAVAILABLE', message: 'Try later.' } },
    own: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Try better.' } },
  },
};

/** A gateway before a provider that gives wrong answers first, and then those of the scripted model. */
async function start(wrong: readonly Wrong[]) {
  const left = [...wrong];
  const script = Script.parse({ arms: { baseline: [{ say: 'Hello, all of you.' }], 'with-skill': [] } });
  const provider = createGateway().openSession({
    upstream: scriptedUpstream(script, 'baseline'),
    maxTokens: null,
  });
  const server = await startUpstreamServer(async (request) => {
    const next = left.shift();
    if (next !== undefined)
      return new Response(textBody([next.body], 'closed'), { headers: { 'content-type': next.type } });
    return await provider.fetch(request);
  });
  const upstream = liveUpstream({
    accessTo: (id) => ({
      baseUrl: id === 'openai' ? `${server.url}/v1` : server.url,
      key: new ApiKey(provider.token),
      maxConcurrent: 4,
    }),
    policy: AT_ONCE,
  });
  const session = createGateway().openSession({ upstream, maxTokens: null });
  return { server, session, upstream };
}

async function using<T>({ server }: { server: UpstreamServer }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

const WAYS = CLIENTS.flatMap((client) => [
  { client, streams: false, name: `${client.name} in one piece` },
  { client, streams: true, name: `${client.name} streamed` },
]);

const NO_ANSWERS: [string, Wrong, RegExp][] = [
  ['an empty object', json({}), /answered with something that is not an answer of its API: \{\}/],
  [
    'a page of HTML',
    html,
    /answered with something that is not an answer of its API: <!DOCTYPE html> <html>/,
  ],
  [
    'nothing',
    { body: '', type: 'application/json' },
    /answered with something that is not an answer of its API: nothing/,
  ],
  [
    'an error with status 200',
    json({ error: { type: 'server_error', message: 'Try later.' } }),
    /Try later\./,
  ],
];

describe.each(WAYS)('$name', ({ client, streams }) => {
  test.each(NO_ANSWERS)('does not notice %s if it is temporary', async (_, wrong) => {
    const side = await start([wrong, wrong]);
    await using(side, async () => {
      const { token, fetch } = side.session;
      const say = client.open({ token, fetch, model: 'scripted', stream: streams });
      expect((await say({ text: 'Hello', withImage: false })).text).toBe('Hello, all of you.');
      expect(side.server.seen).toHaveLength(3);
      expect(side.session.report()).toMatchObject({ requests: 1, upstreamErrors: [] });
    });
  });

  test.each(NO_ANSWERS)(
    'raises its own error if %s persists, and the provider is blamed',
    async (_, wrong, said) => {
      const side = await start([wrong, wrong, wrong]);
      await using(side, async () => {
        const { token, fetch } = side.session;
        const say = client.open({ token, fetch, model: 'scripted', stream: streams });
        const error: unknown = await say({ text: 'Hello', withImage: false }).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({
          status: 502,
          message: expect.stringMatching(/not an answer of its API|Try later/),
        });
        expect(side.session.report()).toMatchObject({
          requests: 0,
          calls: [{ status: 502, usage: null }],
          upstreamErrors: [expect.stringMatching(said)],
        });
      });
    },
  );
});

const STREAMED = CLIENTS.map((client) => {
  const errors = ERRORS[client.name.replace(/ v1.*/, '')];
  if (errors === undefined) throw new Error(`no errors of ${client.name}`);
  return { client, name: client.name, ...errors };
});

describe.each(STREAMED)('$name', ({ client, theirs, own }) => {
  async function ask(...wrong: Wrong[]) {
    const side = await start(wrong);
    return await using(side, async () => {
      const { token, fetch } = side.session;
      const say = client.open({ token, fetch, model: 'scripted', stream: true });
      const end: unknown = await say({ text: 'Hello', withImage: false }).catch((thrown: unknown) => thrown);
      // Not every client tells that it leaves.
      await expect.poll(() => side.session.report().calls).toHaveLength(1);
      return { end, report: side.session.report(), requests: side.server.seen.length };
    });
  }

  test('does not notice a failure reported at the beginning of a stream if it is temporary', async () => {
    const { end, report, requests } = await ask(stream(theirs));
    expect(end).toMatchObject({ text: 'Hello, all of you.' });
    expect([requests, report.upstreamErrors]).toEqual([2, []]);
  });

  test('receives a persistent failure in the provider’s words', async () => {
    const wrong = stream(theirs);
    const { end, report, requests } = await ask(wrong, wrong, wrong);
    expect(end).toBeInstanceOf(Error);
    expect(requests).toBe(3);
    expect(report).toMatchObject({
      requests: 0,
      calls: [{ usage: null }],
      upstreamErrors: [expect.stringMatching(/^The provider failed at an answer: .*Try later\.$/)],
    });
  });

  test('receives a failure in the middle of a stream, which is not requested again', async () => {
    // More than comes at a time: what comes with the first bytes is judged before anything goes out.
    const begun = `: ${'x'.repeat(200_000)}\n\n`;
    const { end, report, requests } = await ask({ ...stream(theirs), body: begun + stream(theirs).body });
    expect(end).toBeInstanceOf(Error);
    expect(requests).toBe(1);
    expect(report.upstreamErrors).toEqual([
      expect.stringMatching(/^The provider failed at an answer: .*Try later\.$/),
    ]);
  });

  test('is blamed for an error about its own request, which is not retried', async () => {
    const { end, report, requests } = await ask(stream(own));
    expect(end).toBeInstanceOf(Error);
    expect([requests, report.upstreamErrors, report.requests]).toEqual([1, [], 0]);
  });
});
