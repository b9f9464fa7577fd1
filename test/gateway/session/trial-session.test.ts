import { expect, test } from 'vitest';
import { Script } from '../../../src/contracts/script.ts';
import { type SessionOptions, TrialSession } from '../../../src/gateway/session/trial-session.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { UpstreamCall } from '../../../src/gateway/upstreams/upstream.ts';
import { anthropicMessages } from '../../../src/traffic/wires/anthropic-messages.ts';

const upstream = scriptedUpstream(Script.parse({ arms: { baseline: [], 'with-skill': [] } }), 'baseline');

/** A session whose clock a test moves. */
function open(options: Pick<SessionOptions, 'program'> = {}) {
  const time = { nowMs: 0 };
  const session = new TrialSession(
    { upstream, maxTokens: null, ...options },
    { token: 't', monotonicMs: () => time.nowMs },
  );
  return { time, session };
}

test('the time between two turns is not the agent’s, while it lasts and after', async () => {
  const { time, session } = open();
  session.sinceStartMs();
  time.nowMs = 10;
  await session.betweenTurns(async () => {
    time.nowMs = 50;
    expect(session.offClockMs()).toBe(40);
  });
  time.nowMs = 60;
  expect(session.offClockMs()).toBe(40);
  expect(session.spent().seconds).toBe(0.02);
});

test('a request that waits when a turn ends stops no clock twice', async () => {
  const { time, session } = open();
  const request = session.clock.begin();
  const waiting = Promise.withResolvers<void>();
  const waited = request.waiting.during(() => waiting.promise);
  session.awaitAnswer(() => request.abandon());
  time.nowMs = 10;
  await session.betweenTurns(async () => {
    time.nowMs = 30;
  });
  waiting.resolve();
  await waited;
  expect(session.offClockMs()).toBe(20);
});

test('what a turn has open ends with it, and the next turn has a signal of its own', async () => {
  const { session } = open();
  const first = session.closed;
  await session.betweenTurns(async () => {
    expect(first.aborted).toBe(true);
    expect(session.closed.aborted).toBe(true);
  });
  expect(session.closed.aborted).toBe(false);
  session.close();
  expect(session.closed.aborted).toBe(true);
});

test('a trial that ended between two turns has no other turn', async () => {
  const { session } = open();
  await session.betweenTurns(async () => session.close());
  expect(session.closed.aborted).toBe(true);
});

test('requests for anything but an answer are free, but not without end', () => {
  const { session } = open();
  const free = {
    wire: anthropicMessages,
    route: { method: 'GET' as const, path: '/v1/models', purpose: 'models' as const },
    askedBy: null,
  };
  const admissions = Array.from({ length: 10_002 }, () => session.admit(free, null));
  expect(admissions.filter((one) => 'refused' in one)).toEqual(
    Array(2).fill({ refused: expect.stringContaining('10000 were for anything but an answer') }),
  );
  expect(session.report()).toMatchObject({ requests: 0, budgetReached: null, upstreamErrors: [] });
});

test('requests that end in an error are free, but not without end', () => {
  const { session } = open();
  const asked = {
    wire: anthropicMessages,
    route: { method: 'POST' as const, path: '/v1/messages', purpose: 'answer' as const },
    askedBy: null,
  };
  const call = { wire: 'anthropic-messages', model: 'm', status: 503, isComplete: true, isLeft: false };
  const refusals = Array.from({ length: 1002 }, () => {
    const admitted = session.admit(asked, null);
    if ('index' in admitted) session.meter.add({ ...call, latencyMs: 1, waitedMs: 0, usage: null });
    return admitted;
  }).filter((one) => 'refused' in one);
  expect(refusals).toEqual(Array(2).fill({ refused: expect.stringContaining('1000 ended in an error') }));
  expect(session.used()).toMatchObject({ requests: 0, tokens: 0 });
});

test('only the last faults of a provider are kept', () => {
  const { session } = open();
  const call: UpstreamCall = {
    ...{ wire: anthropicMessages, route: { method: 'POST', path: '/v1/messages', purpose: 'answer' } },
    ...{
      url: new URL('http://gateway.invalid'),
      headers: new Headers(),
      body: new Uint8Array(),
      request: null,
    },
    ...{
      askedBy: null,
      tellsOfProvider: true,
      trial: {},
      index: 0,
      waiting: session.clock.begin().waiting,
      replays: () => undefined,
    },
  };
  for (let fault = 1; fault <= 250; fault++) session.sawFault(`fault ${fault}`, call);
  const { upstreamErrors } = session.report();
  expect([upstreamErrors.length, upstreamErrors.at(-1)]).toEqual([100, 'fault 250']);
});

test('a wait uses up no budget before it is known what was done in it', async () => {
  const { time, session } = open();
  session.takeWorkOff(() => new Promise(() => undefined));
  session.sinceStartMs();
  const request = session.clock.begin();
  void request.waiting.during(() => new Promise(() => undefined));
  time.nowMs = 60_000;
  expect([session.offClockMs(), session.spent().seconds]).toEqual([0, 0]);
});

test.each([
  ['a program that asks by itself', true, ['other', 'agent', 'other']],
  ['a program that another one may start', false, [null, 'agent', 'other']],
])('%s is told from what asks beside it', (_, isOneProcess, known) => {
  const { session } = open({ program: { wire: null, isOneProcess } });
  expect((['other', 'agent', 'other'] as const).map((asker) => session.askedBy(asker))).toEqual(known);
});
