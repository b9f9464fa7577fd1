import { expect, test } from 'vitest';
import type { StandstillWatch } from '../../src/runner/standstill.ts';
import { FakeProcess } from '../fakes/vitals.ts';

const TICK = 200;

function watched() {
  const harness = new FakeProcess();
  return { harness, watch: harness.watch, trial: harness.watch.during() };
}

type Event = (harness: FakeProcess) => void;

const cont: Event = ({ watch }) => watch.continued();
const tick: Event = ({ watch }) => watch.tick();
const passes =
  (ms: number, besides = {}): Event =>
  (harness) =>
    harness.passes(ms, besides);

test.each<[string, Event[]]>([
  ['stopped, and the signal reports it first', [passes(3000), cont]],
  ['stopped, and the timer reports it first', [passes(3000), tick, cont]],
  ['stopped after it had worked for a moment', [passes(3000, { cpuMs: 150 }), cont]],
  ['stopped for hours', [passes(3e7), tick, cont]],
  ['suspended with its machine', [passes(TICK, { suspendedMs: 3000 }), tick]],
  ['suspended, and busy once it resumed', [passes(900, { suspendedMs: 3000, cpuMs: 800 }), tick]],
])('trials are excused if the harness was %s', (_, events) => {
  const { harness, trial } = watched();
  for (const happens of events) happens(harness);
  expect(trial.signal.reason).toMatchObject({
    code: 'HARNESS_STOPPED',
    message: expect.stringMatching(/Assay was .* during this trial/),
  });
});

test.each<[string, Event[]]>([
  ['running', [passes(TICK), tick, passes(TICK), tick]],
  ['sent SIGCONT without having been stopped', [passes(TICK), tick, cont, passes(TICK), cont]],
  ['stopped for a moment', [passes(1900), cont]],
  ['busy', [passes(3000, { cpuMs: 3000 }), tick, passes(TICK), tick]],
  ['busy, and sent SIGCONT', [passes(3000, { cpuMs: 1500 }), cont]],
  ['busy and starved, and sent SIGCONT', [passes(60_000, { cpuMs: 3000 }), cont]],
  ['starved by other load, or waiting for a disk', [passes(3000), tick, passes(TICK), tick]],
  ['starved, and sent SIGCONT later', [passes(3000), tick, passes(TICK), tick, cont]],
  ['suspended for a moment and then starved', [passes(3000, { suspendedMs: 1500 }), tick]],
  ['on a machine whose clocks drift', [passes(TICK, { suspendedMs: -3000 }), tick, passes(TICK), tick]],
])('no trial is excused if the harness was %s', (_, events) => {
  const { harness, trial } = watched();
  for (const happens of events) happens(harness);
  expect(trial.signal.aborted).toBe(false);
});

test('only running trials are reported', () => {
  const { harness, watch, trial: under } = watched();
  const over = watch.during();
  over[Symbol.dispose]();
  harness.passes(3000);
  watch.continued();
  const later = watch.during();
  watch.tick();
  expect([under, over, later].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
});

async function settles(watch: StandstillWatch, around: () => void): Promise<void> {
  around();
  await watch.settle();
}

test('a signal that is still to be delivered is waited for if a gap needs an explanation', async () => {
  const { harness, watch, trial } = watched();
  await settles(watch, () => {
    harness.passes(3000);
    setImmediate(() => watch.continued());
  });
  expect(trial.signal.aborted).toBe(true);
});

test('two clocks that are read one after the other show no suspension, however far apart', () => {
  const { harness, watch, trial } = watched();
  harness.passes(TICK);
  harness.readsSlowly(5000);
  watch.tick();
  harness.readsSlowly(0);
  harness.passes(TICK);
  watch.tick();
  expect(trial.signal.aborted).toBe(false);
});
