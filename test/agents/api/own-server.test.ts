import { expect, test } from 'vitest';
import { Providers } from '../../../src/contracts/providers.ts';
import { Script } from '../../../src/contracts/script.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { liveUpstream } from '../../../src/gateway/upstreams/live/live-upstream.ts';
import { readAccess } from '../../../src/gateway/upstreams/live/provider-access.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { startUpstreamServer } from '../../fakes/upstream-server.ts';
import { runAgent } from './run-agent.ts';

const turns = [
  { call: [{ tool: 'write_file', input: { path: 'greeting.txt', content: 'hi\n' } }] },
  { say: 'Done.' },
];
const script = Script.parse({ arms: { baseline: [], 'with-skill': turns } });

/** A server without a key on the loopback, as Ollama, vLLM and LM Studio are: it has Chat Completions alone. */
async function startOwnServer() {
  const session = createGateway().openSession({
    upstream: scriptedUpstream(script, 'with-skill'),
    maxTokens: null,
  });
  const { token, fetch } = session;
  return await startUpstreamServer(async (request) => {
    if (new URL(request.url).pathname !== '/v1/chat/completions')
      return new Response('404 page not found', { status: 404 });
    request.headers.set('authorization', `Bearer ${token}`);
    return await fetch(request);
  });
}

function upstreamAt(baseUrl: string) {
  const access = { env: {}, baseUrls: { openai: baseUrl }, settings: Providers.parse({}) };
  return liveUpstream({ accessTo: (provider) => readAccess(provider, access) });
}

test('api-chat works with a server of one’s own that has no key', async () => {
  await using server = await startOwnServer();
  const { outcome, greeting, report } = await runAgent('api-chat', upstreamAt(`${server.url}/v1`));
  expect([outcome.end, greeting]).toEqual(['finished', 'hi\n']);
  expect(report).toMatchObject({ requests: 2, upstreamErrors: [] });
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/chat/completions', undefined],
    ['/v1/chat/completions', undefined],
  ]);
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
    model: 'scripted',
    messages: [{ role: 'system' }, { role: 'user', content: 'Greet.' }],
    tools: [{ type: 'function' }, {}, {}, {}],
  });
});

test.each([
  ['api-chat', '', /404.*base URL, which ends with the version, such as http:\S+\/v1\.$/],
  ['api-openai', '/v1', /404.*a server without OpenAI Responses needs --agent api-chat\.$/],
])('%s at an address that ends with %j is told what it needs', async (id, path, expected) => {
  await using server = await startOwnServer();
  const upstream = upstreamAt(`${server.url}${path}`);
  const { outcome } = await runAgent(id, upstream);
  expect(outcome).toMatchObject({ end: 'crashed', error: { code: 'UPSTREAM_FAILED' } });
  expect(upstream.outage?.()).toMatch(expected);
});
