import { expect, test } from 'vitest';
import { TrialClock } from '../../../src/gateway/clock/trial-clock.ts';

/** A clock whose requests wait until they are told not to. */
function start() {
  const time = { nowMs: 0 };
  const clock = new TrialClock(() => time.nowMs);
  const wait = (request: ReturnType<TrialClock['begin']>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waited = request.waiting.during(() => promise);
    return async () => {
      resolve();
      await waited;
    };
  };
  return { time, clock, wait };
}

test('the clock stops while every open request is waiting, and no moment counts twice', async () => {
  const { time, clock, wait } = start();
  const [one, other] = [clock.begin(), clock.begin()];
  const [endOne, endOther] = [wait(one), wait(other)];
  time.nowMs = 30;
  expect(clock.offClockMs()).toBe(30);
  await endOne();
  one.end();
  time.nowMs = 50;
  await endOther();
  time.nowMs = 60;
  other.end();
  time.nowMs = 99;
  expect([clock.offClockMs(), clock.undecidedMs()]).toEqual([50, 0]);
});

test('the wait of one request counts as agent time while another is being served', async () => {
  const { time, clock, wait } = start();
  const served = clock.begin();
  const waiting = clock.begin();
  const endWait = wait(waiting);
  time.nowMs = 40;
  expect(clock.offClockMs()).toBe(0);
  served.end();
  time.nowMs = 50;
  expect(clock.offClockMs()).toBe(10);
  await endWait();
  waiting.end();
  time.nowMs = 90;
  expect(clock.offClockMs()).toBe(10);
});

test('the wait of a request that its client abandoned counts as agent time after all', async () => {
  const { time, clock, wait } = start();
  const [abandoned, answered] = [clock.begin(), clock.begin()];
  wait(abandoned);
  const endWait = wait(answered);
  time.nowMs = 20;
  await endWait();
  answered.end();
  time.nowMs = 70;
  expect(clock.offClockMs()).toBe(70);
  abandoned.abandon();
  expect(clock.offClockMs()).toBe(20);
});

test('an undecided span counts as far as it could still stop the clock', async () => {
  const { time, clock, wait } = start();
  const request = clock.begin();
  const endWait = wait(request);
  time.nowMs = 10;
  await endWait();
  const decide = request.waiting.undecided();
  time.nowMs = 25;
  expect([clock.offClockMs(), clock.undecidedMs()]).toEqual([10, 15]);
  const served = clock.begin();
  time.nowMs = 45;
  expect([clock.offClockMs(), clock.undecidedMs()]).toEqual([10, 15]);
  served.end();
  decide(true);
  request.end();
  expect([clock.offClockMs(), clock.undecidedMs()]).toEqual([25, 0]);
});

test('a request ends once, and later reports about it change nothing', async () => {
  const { time, clock, wait } = start();
  const request = clock.begin();
  const endWait = wait(request);
  time.nowMs = 10;
  request.abandon();
  request.end();
  await endWait();
  time.nowMs = 30;
  expect(clock.offClockMs()).toBe(0);
});

/** Ends a thousand requests, each of which waits for 1 ms in every 3. */
async function flood({ time, clock, wait }: ReturnType<typeof start>) {
  for (let count = 0; count < 1000; count++) {
    time.nowMs += 1;
    const request = clock.begin();
    const endWait = wait(request);
    time.nowMs += 1;
    await endWait();
    time.nowMs += 1;
    request.end();
  }
}

test('a flood of requests that wait stops no clock while one is served', async () => {
  const trial = start();
  const served = trial.clock.begin();
  await flood(trial);
  expect(trial.clock.offClockMs()).toBe(0);
  served.end();
  expect(trial.clock.offClockMs()).toBe(0);
});

test('a flood beside a request that waits adds nothing to it, and takes what was before it at most', async () => {
  const trial = start();
  const { clock, time, wait } = trial;
  const waiting = clock.begin();
  const endWait = wait(waiting);
  await flood(trial);
  expect(clock.offClockMs()).toBeLessThanOrEqual(2000);
  const beforeMs = clock.offClockMs();
  time.nowMs += 500;
  expect(clock.offClockMs()).toBe(beforeMs + 500);
  await endWait();
  waiting.abandon();
  expect(clock.offClockMs()).toBe(1000);
});
