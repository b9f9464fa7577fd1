import { describe, expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import type { Upstream, UpstreamCall } from '../../src/gateway/upstreams/upstream.ts';
import { renderEvent } from '../../src/traffic/http/server-sent-events.ts';
import type { ModelAnswer } from '../../src/traffic/wire.ts';
import { CLIENTS } from '../gateway/clients/clients.ts';

type Counts = { inputTokens: number; outputTokens: number };

function answering(text: string, counts: Counts): Upstream {
  const usage = { ...counts, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const answer = { text, toolCalls: [], refused: false, cut: false, usage };
  return { simulated: false, send: async (call) => render(answer, call) };
}

function render(answer: ModelAnswer, { wire, request }: UpstreamCall): Response {
  if (request === null) throw new Error('only answers are asked for here');
  if (request.form === 'whole') return Response.json(wire.renderAnswer(answer, request, '0'));
  const events = wire.renderEvents(answer, { ...request, streamsUsage: true }, '0').map(renderEvent);
  return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

const WAYS = CLIENTS.flatMap((client) => [
  { client, stream: false, name: `${client.name} in one piece` },
  { client, stream: true, name: `${client.name} streamed` },
]);

describe.each(WAYS)('$name', ({ client, stream }) => {
  async function usageOf(text: string, counts: Counts) {
    const upstream = answering(text, counts);
    using session = createGateway().openSession({ upstream, maxTokens: null });
    const { token, fetch } = session;
    await client.open({ token, fetch, model: 'm', stream })({ text: 'Hello', withImage: false });
    return session.report().usage;
  }

  test.each([
    { inputTokens: 0, outputTokens: 0 },
    { inputTokens: 0, outputTokens: 5 },
    { inputTokens: 7, outputTokens: 0 },
  ])('reports a usage of $inputTokens input and $outputTokens output tokens as unknown', async (counts) => {
    expect(await usageOf('Hello.', counts)).toEqual(UNKNOWN_USAGE);
  });

  test('accepts zero output tokens for an empty answer', async () => {
    expect(await usageOf('', { inputTokens: 7, outputTokens: 0 })).toMatchObject({
      inputTokens: 7,
      outputTokens: 0,
    });
  });
});
