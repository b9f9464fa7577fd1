import { expect, test } from 'vitest';
import { Script } from '../../../src/contracts/script.ts';
import { TrialSession } from '../../../src/gateway/session/trial-session.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';

const upstream = scriptedUpstream(Script.parse({ arms: { baseline: [], 'with-skill': [] } }), 'baseline');

/** A session whose clock a test moves. */
function open() {
  const time = { nowMs: 0 };
  const session = new TrialSession(
    { upstream, maxTokens: null },
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
