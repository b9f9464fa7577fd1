import { describe, expect, test } from 'vitest';
import type { ConversationEnd } from '../../../../src/contracts/agent-end.ts';
import { Script, type ScriptedFault } from '../../../../src/contracts/script.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { readRecorded } from '../../../../src/traffic/read-recorded.ts';
import { packWatched } from '../../../../src/traffic/watched-skill.ts';
import { CLIENTS } from '../../clients/clients.ts';

function openSession(fault: ScriptedFault) {
  const script = Script.parse({
    arms: { baseline: [{ say: 'Hello, all of you.', call: callsFor(fault), fault }], 'with-skill': [] },
  });
  return createGateway().openSession({
    upstream: scriptedUpstream(script, 'baseline'),
    maxTokens: null,
  });
}

/** Only a call can be malformed. */
function callsFor(fault: ScriptedFault): object[] {
  return fault === 'malformed-call' ? [{ tool: 'bash', input: { command: 'ls' } }] : [];
}

const WATCHED = { name: 'none', root: '/skills/none', prompt: 'Hello', description: 'None.', body: 'None.' };

const WAYS = CLIENTS.flatMap((client) => [
  { client, stream: false, name: `${client.name} in one piece` },
  { client, stream: true, name: `${client.name} streamed` },
]);

describe.each(WAYS)('$name', ({ client, stream }) => {
  test.each([
    ['unauthorized', 401],
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

  test.each<[ScriptedFault, ConversationEnd['kind']]>([
    ['unauthorized', 'provider-error'],
    ['context-overflow', 'context-limit'],
    ['refusal', 'refused'],
    ['output-limit', 'output-limit'],
    ['malformed-call', 'malformed-answer'],
    ['malformed-event', 'malformed-answer'],
    ['cut-stream', 'provider-error'],
  ])('plays the fault %s so that its traffic shows it as %s', async (fault, kind) => {
    using session = openSession(fault);
    const { token, fetch } = session;
    const say = client.open({ token, fetch, model: 'scripted', stream });
    await say({ text: 'Hello', withImage: false }).catch(() => undefined);
    session.close();
    const { content: log } = await session.wire();
    const { conversationEnd } = readRecorded({ log, watched: await packWatched(WATCHED) });
    expect(conversationEnd.kind).toBe(kind);
  });

  test('never answers on the fault hang, until it leaves', async () => {
    using session = openSession('hang');
    const { token, fetch } = session;
    const signal = AbortSignal.timeout(100);
    const say = client.open({ token, fetch, model: 'scripted', stream, signal });
    await expect(say({ text: 'Hello', withImage: false })).rejects.toBeInstanceOf(Error);
    expect(session.report()).toMatchObject({ calls: [{ status: null, isLeft: true }], upstreamErrors: [] });
  });

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
