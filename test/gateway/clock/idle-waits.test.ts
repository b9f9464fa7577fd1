import { expect, test } from 'vitest';
import { IdleWaits } from '../../../src/gateway/clock/idle-waits.ts';
import { TrialClock } from '../../../src/gateway/clock/trial-clock.ts';

/** A trial whose time and whose work a test sets; each reading is answered when the test says so. */
function start({ read = true } = {}) {
  const at = { nowMs: 0, workedMs: 0 };
  const monotonicMs = () => at.nowMs;
  const clock = new TrialClock(monotonicMs, () => waits.changed());
  const waits = new IdleWaits(clock, { monotonicMs, pauseMs: 0 });
  const asked = { readings: 0 };
  if (read)
    waits.takeOff(async () => {
      asked.readings += 1;
      return at.workedMs;
    });
  return { at, asked, clock, waits };
}

type Trial = ReturnType<typeof start>;

/** Lets a request wait for some time, in which some work is done. */
async function wait({ at, clock }: Trial, { ms, workedMs }: { ms: number; workedMs: number }) {
  const request = clock.begin();
  const { promise, resolve } = Promise.withResolvers<void>();
  const waited = request.waiting.during(() => promise);
  await settled();
  at.nowMs += ms;
  at.workedMs += workedMs;
  resolve();
  await waited;
  return request;
}

/** Lets the timers fire that are due, and what they have begun end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test.each([
  { what: 'idle', workedMs: 0, off: 100 },
  { what: 'at work as little as an agent that waits', workedMs: 1, off: 100 },
  { what: 'at work for a part of it', workedMs: 6, off: 50 },
  { what: 'at work with a tenth of a processor', workedMs: 11, off: 0 },
  { what: 'at work all the time', workedMs: 100, off: 0 },
  { what: 'at work on two processors', workedMs: 200, off: 0 },
])('a wait in which the sandbox was $what is credited with the rest', async ({ workedMs, off }) => {
  const trial = start();
  (await wait(trial, { ms: 100, workedMs })).end();
  trial.at.nowMs += 50;
  await trial.waits.end();
  expect(trial.waits.offClockMs()).toBe(off);
});

test('without readings a wait is credited in full', async () => {
  const trial = start({ read: false });
  (await wait(trial, { ms: 100, workedMs: 100 })).end();
  await trial.waits.end();
  expect(trial.waits.offClockMs()).toBe(100);
});

test('work between two waits is the agent’s own and takes nothing from them', async () => {
  const trial = start();
  (await wait(trial, { ms: 100, workedMs: 0 })).end();
  await settled();
  trial.at.nowMs += 400;
  trial.at.workedMs += 400;
  (await wait(trial, { ms: 100, workedMs: 2 })).end();
  await trial.waits.end();
  expect(trial.waits.offClockMs()).toBe(190);
});

test('a wait until the first reading is not credited, because nobody knows what was done in it', async () => {
  const { clock, at, ...trial } = start();
  const request = clock.begin();
  const { promise, resolve } = Promise.withResolvers<void>();
  const waited = request.waiting.during(() => promise);
  at.nowMs = 40;
  at.workedMs = 40;
  await settled();
  at.nowMs = 100;
  resolve();
  await waited;
  request.end();
  await trial.waits.end();
  expect(trial.waits.offClockMs()).toBe(60);
});

test('an attempt that failed was waiting from its first reading on', async () => {
  const { clock, at, ...trial } = start();
  const request = clock.begin();
  const decide = request.waiting.undecided();
  await settled();
  at.nowMs = 100;
  at.workedMs = 3.5;
  expect([trial.waits.offClockMs(), trial.waits.undecidedMs()]).toEqual([0, 100]);
  decide(true);
  request.end();
  await trial.waits.end();
  expect([trial.waits.offClockMs(), trial.waits.undecidedMs()]).toEqual([75, 0]);
});

test('a request that goes from one wait to the next has waited once', async () => {
  const { clock, at, asked, ...trial } = start();
  const request = clock.begin();
  await request.waiting.during(settled);
  const decide = request.waiting.undecided();
  at.nowMs = 50;
  await settled();
  decide(true);
  await request.waiting.during(async () => {
    at.nowMs = 100;
  });
  request.end();
  await trial.waits.end();
  expect([trial.waits.offClockMs(), asked.readings]).toEqual([100, 2]);
});

test('an answer that comes is read once at most, since nothing was waited for', async () => {
  const { clock, at, asked, ...trial } = start();
  const request = clock.begin();
  const decide = request.waiting.undecided();
  await settled();
  at.nowMs = 100;
  decide(false);
  request.end();
  await trial.waits.end();
  expect([trial.waits.offClockMs(), trial.waits.undecidedMs(), asked.readings]).toEqual([0, 0, 1]);
});

test('a wait whose client left is taken back after it was credited', async () => {
  const trial = start();
  const other = trial.clock.begin();
  const left = Promise.withResolvers<void>();
  const otherWaits = other.waiting.during(() => left.promise);
  const request = await wait(trial, { ms: 100, workedMs: 0 });
  await settled();
  left.resolve();
  await otherWaits;
  await settled();
  expect(trial.waits.offClockMs()).toBe(100);
  other.abandon();
  request.abandon();
  expect(trial.waits.offClockMs()).toBe(0);
  await trial.waits.end();
  expect(trial.waits.offClockMs()).toBe(0);
});

test.each([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never ends', () => new Promise<number>(() => undefined)],
])('a reading that %s leaves the wait to the agent', async (_what, read) => {
  const at = { nowMs: 0 };
  const monotonicMs = () => at.nowMs;
  const clock = new TrialClock(monotonicMs, () => waits.changed());
  const waits = new IdleWaits(clock, { monotonicMs, pauseMs: 0, limitMs: 1 });
  waits.takeOff(read);
  (
    await wait({ at: { ...at, workedMs: 0 }, clock, waits, asked: { readings: 0 } }, { ms: 100, workedMs: 0 })
  ).end();
  await waits.end();
  expect([waits.offClockMs(), waits.undecidedMs()]).toEqual([0, 0]);
});

test('nothing is read once it is over', async () => {
  const trial = start();
  await trial.waits.end();
  (await wait(trial, { ms: 100, workedMs: 0 })).end();
  await settled();
  expect(trial.asked.readings).toBe(0);
});
