import { describe, expect, test } from 'vitest';
import { Script, type ScriptedFault } from '../../../../src/contracts/script.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { CLIENTS } from '../../clients/clients.ts';

function openSession(fault: ScriptedFault) {
  const script = Script.parse({
    arms: { baseline: [{ say: 'Hello, all of you.', fault }], 'with-skill': [] },
  });
  return createGateway().openSession({
    upstream: scriptedUpstream(script, 'baseline'),
    maxTokens: null,
  });
}

const WAYS = CLIENTS.flatMap((client) => [
  { client, stream: false, name: `${client.name} in one piece` },
  { client, stream: true, name: `${client.name} streamed` },
]);

describe.each(WAYS)('$name', ({ client, stream }) => {
  test.each([
    ['rate-limit', 429],
    ['server-error', 500],
  ] as const)(
    'shows the fault %s as an error of its wire, and the agent is not blamed',
    async (fault, status) => {
      using session = openSession(fault);
      const { token, fetch } = session;
      const say = client.open({ token, fetch, model: 'scripted', stream });
      await expect(say({ text: 'Hello', withImage: false })).rejects.toMatchObject({
        status,
        message: expect.stringContaining('Scripted: '),
      });
      const { calls, upstreamErrors, requests } = session.report();
      expect(calls).toMatchObject([{ status, usage: null }]);
      expect([upstreamErrors.length, requests]).toEqual([1, 0]);
    },
  );

  test.each(['cut-stream', 'malformed-event'] as const)(
    'shows the fault %s as an unreadable answer with unknown tokens',
    async (fault) => {
      using session = openSession(fault);
      const { token, fetch } = session;
      const say = client.open({ token, fetch, model: 'scripted', stream });
      await expect(say({ text: 'Hello', withImage: false })).rejects.toBeInstanceOf(Error);
      const { calls, usage, upstreamErrors } = session.report();
      expect(calls).toMatchObject([{ status: 200, isComplete: false }]);
      expect([usage.outputTokens, upstreamErrors.length]).toEqual([null, 1]);
    },
  );

  test('waits on the fault stall until it leaves, and nobody is blamed', async () => {
    using session = openSession('stall');
    const leave = new AbortController();
    const fetch = async (request: Request) => {
      const response = await session.fetch(request);
      setImmediate(() => leave.abort());
      return response;
    };
    const { token } = session;
    const say = client.open({ token, fetch, model: 'scripted', stream, signal: leave.signal });
    await expect(say({ text: 'Hello', withImage: false })).rejects.toMatchObject({
      message: expect.stringMatching(/abort/i),
    });
    const { calls, usage, upstreamErrors } = session.report();
    expect(calls).toMatchObject([{ status: 200, isComplete: false }]);
    expect([usage.outputTokens, upstreamErrors]).toEqual([null, []]);
  });
});
