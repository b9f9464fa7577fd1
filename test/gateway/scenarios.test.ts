import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type GatewaySession } from '../../src/gateway/gateway.ts';
import { CassetteDeck } from '../../src/gateway/upstreams/cassette/cassette-deck.ts';
import { ApiKey } from '../../src/gateway/upstreams/live/api-key.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer, type UpstreamServer } from '../fakes/upstream-server.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { CLIENTS } from './clients/clients.ts';
import { type Outcome, playScenario, SCENARIOS } from './scenarios.ts';

const AT_ONCE = { retries: 1, firstMs: 0, longestMs: 0 };

let server: UpstreamServer;
/** Reads all that the tests record, in one thread. */
const replays = new CassetteDeck();
/** What the server behind the live upstream says; its token is the provider's key. */
let provider: GatewaySession;

beforeAll(async () => {
  server = await startUpstreamServer((request) => provider.fetch(request));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await replays[Symbol.asyncDispose]();
});

function scripted(script: Script): Upstream {
  return scriptedUpstream(script, 'baseline');
}

function live(script: Script): Upstream {
  provider = createGateway().openSession({ upstream: scripted(script), maxTokens: null });
  const { token } = provider;
  return liveUpstream({
    accessTo: (id) => ({
      baseUrl: id === 'openai' ? `${server.url}/v1` : server.url,
      key: new ApiKey(token),
      maxConcurrent: 1,
    }),
    policy: AT_ONCE,
  });
}

const HEAD = { seed: '7', hide: (text: string) => text, monotonicMs: () => performance.now() };

/** A cassette of its own, because the replays are after all recordings. */
function newPlace() {
  return { folder: temporaryFolder(), trial: 'task:greet:baseline:1' };
}

describe.each(CLIENTS)('$name', (client) => {
  test.each([
    [{ maxTokens: 1 }, false],
    [{ maxTokens: 1 }, true],
    [{ maxRequests: 1 }, false],
    [{ maxRequests: 1 }, true],
  ])('raises its own error past the budget %j, streaming: %s', async (budget, stream) => {
    const upstream = scripted(
      Script.parse({ arms: { baseline: [{ say: 'One.' }, { say: 'Two.' }], 'with-skill': [] } }),
    );
    using session = createGateway().openSession({ upstream, maxTokens: null, ...budget });
    const { token, fetch } = session;
    const say = client.open({ token, fetch, model: 'scripted', stream });
    await say({ text: 'Hello', withImage: false });
    const error = await say({ text: 'And?', withImage: false }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.denied);
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining('budget') });
    expect(session.report()).toMatchObject({ requests: 1, budgetReached: { of: 'trial', max: 1 } });
  });

  test.each(SCENARIOS)(
    'gets the same $name from a script, a provider and a replay of either',
    async (scenario) => {
      const streamed = [false, true].map((stream) => ({
        play: (upstreamFor: (script: Script) => Upstream) =>
          playScenario(scenario, client, { upstreamFor, stream }),
        origins: [scripted, live].map((origin) => ({ origin, place: newPlace() })),
        outcomes: [] as Outcome[],
      }));
      {
        await using deck = new CassetteDeck();
        for (const { play, origins, outcomes } of streamed)
          for (const { origin, place } of origins)
            outcomes.push(await play((script) => deck.recording(origin(script), { ...place, ...HEAD })));
      }
      for (const { play, origins, outcomes } of streamed) {
        for (const { place } of origins)
          outcomes.push(await play(() => replays.replaying(place.folder, place.trial)));
        const [first, ...others] = outcomes.map(({ turns, report: { usage } }) => ({ turns, usage }));
        for (const other of others) expect(other).toEqual(first);
      }
    },
  );
});
