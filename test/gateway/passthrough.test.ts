import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { createGateway } from '../../src/gateway/gateway.ts';
import { liveUpstream } from '../../src/gateway/upstreams/live/live-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { recordingIn, replayingFrom } from '../fixtures/cassettes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import {
  CASES,
  claudeEvents,
  claudeWhole,
  events,
  gptEvents,
  reasoning,
  redacted,
  thinking,
  toolUse,
} from './passthrough-cases.ts';

const TRIAL = 'task:greet:baseline:1';

function liveAt(url: string): Upstream {
  return liveUpstream({
    accessTo: (id) => ({ baseUrl: id === 'openai' ? `${url}/v1` : url, key: null, maxConcurrent: 4 }),
  });
}

async function askThrough(upstream: Upstream, { path, request }: { path: string; request: string }) {
  const session = createGateway().openSession({ upstream, maxTokens: null });
  const headers = {
    ...{ authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    ...{ 'anthropic-version': '2023-06-01', 'anthropic-beta': 'interleaved-thinking-2025-05-14' },
  };
  const url = `http://gateway.invalid${path}`;
  const response = await session.fetch(new Request(url, { method: 'POST', headers, body: request }));
  return { text: await response.text(), report: session.report() };
}

describe.each(CASES)('$name', ({ path, request, answer, stream, usage }) => {
  test.each([
    ['in one piece', path, request, answer, 'application/json'],
    [
      'streamed',
      path.replace(':generateContent', ':streamGenerateContent?alt=sse'),
      request.replace(/"stream"( ?): ?false/, '"stream"$1:true'),
      stream,
      'text/event-stream; charset=utf-8',
    ],
  ])(
    'passes %s byte for byte, to the provider and back, and from a recording',
    async (_, to, asked, told, type) => {
      await using server = await startUpstreamServer(
        async () => new Response(told, { headers: { 'content-type': type } }),
      );
      const folder = temporaryFolder();
      const recording = recordingIn({ folder, trial: TRIAL }, liveAt(server.url));
      const live = await askThrough(recording, { path: to, request: asked });
      expect(server.seen).toMatchObject([{ url: to, body: asked }]);
      const replayed = await askThrough(replayingFrom({ folder, trial: TRIAL }), {
        path: to,
        request: asked,
      });
      for (const { text, report } of [live, replayed]) {
        expect(text).toBe(told);
        expect(report).toMatchObject({
          usage,
          requests: 1,
          upstreamErrors: [],
          calls: [{ isComplete: true }],
        });
      }
    },
  );
});

test('the beta features that a client requests are passed on to Anthropic', async () => {
  await using server = await startUpstreamServer(async () => Response.json(claudeWhole));
  const [first] = CASES;
  if (first === undefined) throw new Error('there is no case');
  await askThrough(liveAt(server.url), first);
  expect(server.seen[0]?.headers).toMatchObject({ 'anthropic-beta': 'interleaved-thinking-2025-05-14' });
});

function throughGateway(url: string) {
  const session = createGateway().openSession({ upstream: liveAt(url), maxTokens: null });
  const fetch = (to: string | URL | Request, init?: RequestInit) => session.fetch(new Request(to, init));
  return { apiKey: session.token, fetch };
}

test('the Anthropic client reads thinking as it would from the provider itself, and sends it back', async () => {
  await using server = await startUpstreamServer(
    async () => new Response(events(claudeEvents), { headers: { 'content-type': 'text/event-stream' } }),
  );
  const thinkingOf = async (options: object) => {
    const client = new Anthropic({ baseURL: server.url, maxRetries: 0, apiKey: 'none', ...options });
    const ask = (messages: Anthropic.MessageParam[]) =>
      client.messages.stream({ model: 'claude-x', max_tokens: 2048, messages }).finalMessage();
    const { content } = await ask([{ role: 'user', content: 'Look.' }]);
    await ask([{ role: 'assistant', content }]);
    return { content, sent: server.seen.at(-1)?.body };
  };
  const direct = await thinkingOf({});
  expect(direct.content).toMatchObject([thinking, redacted, toolUse]);
  expect(await thinkingOf(throughGateway(server.url))).toEqual(direct);
});

test('the OpenAI client reads reasoning as it would from the provider itself, and sends it back', async () => {
  await using server = await startUpstreamServer(
    async () => new Response(events(gptEvents), { headers: { 'content-type': 'text/event-stream' } }),
  );
  const reasoningOf = async (options: object) => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, maxRetries: 0, apiKey: 'none', ...options });
    const ask = (input: OpenAI.Responses.ResponseInputItem[]) =>
      client.responses.stream({ model: 'gpt-x', input, store: false }).finalResponse();
    const { output } = await ask([{ role: 'user', content: 'Look.' }]);
    await ask(output.filter((item) => item.type === 'reasoning'));
    return { output, sent: server.seen.at(-1)?.body };
  };
  const direct = await reasoningOf({});
  expect(direct.output[0]).toMatchObject(reasoning);
  expect(await reasoningOf(throughGateway(server.url))).toEqual(direct);
});
