import { expect, test } from 'vitest';
import { type RunProgress, trackProgress } from '../../src/app/track-progress.ts';
import { planTrials } from '../../src/runner/plan-trials.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();
const PASSED = { status: 'passed' as const, verdicts: [] };
const used = { sightings: [{ kind: 'tool-called' as const, request: 1, detail: 'd' }] };

function watch() {
  let nowMs = 0;
  const told: RunProgress[] = [];
  const clock = { now: () => new Date(0), monotonicMs: () => nowMs };
  const onEvent = trackProgress(plan, [], clock, (progress) => told.push(progress));
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { onEvent, pass, last: () => told.at(-1) };
}

test('the running trials, the finished ones and the time left follow the events', () => {
  const { onEvent, pass, last } = watch();
  const record = measured(plan, 'task:greet:baseline:1');
  onEvent({ kind: 'started', trial: record.trial });
  expect(last()).toMatchObject({ done: 0, planned: 4, secondsLeft: null, ended: null });
  expect(last()?.running).toEqual([record.trial]);
  pass(10);
  onEvent({ kind: 'ended', record, grade: PASSED, isTriedAgain: false });
  expect(last()).toMatchObject({ done: 1, running: [], secondsLeft: 30, ended: { seconds: 10 } });
});

test('a pair counts as ahead once both of its arms have finished', () => {
  const { onEvent, last } = watch();
  const baseline = measured(plan, 'task:greet:baseline:1', { seconds: 20 });
  const withSkill = measured(plan, 'task:greet:with-skill:1', used);
  onEvent({ kind: 'started', trial: baseline.trial });
  onEvent({ kind: 'ended', record: baseline, grade: PASSED, isTriedAgain: false });
  expect(last()).toMatchObject({ ahead: 0, behind: 0 });
  onEvent({ kind: 'started', trial: withSkill.trial });
  onEvent({ kind: 'ended', record: withSkill, grade: PASSED, isTriedAgain: false });
  expect(last()).toMatchObject({ ahead: 1, behind: 0 });
});

test('a faulted trial counts as ungraded until another attempt is measured', () => {
  const { onEvent, last } = watch();
  const record = measured(plan, 'task:greet:baseline:1');
  const result = { status: 'faulted' as const, reason: 'sandbox-failed' as const, detail: 'd' };
  onEvent({ kind: 'started', trial: record.trial });
  const grade = { status: 'ungraded' as const, reason: result.reason, detail: result.detail };
  onEvent({ kind: 'ended', record: { ...record, result }, grade, isTriedAgain: false });
  expect(last()?.ungraded).toBe(1);
  onEvent({ kind: 'started', trial: record.trial });
  onEvent({ kind: 'ended', record: { ...record, attempt: 2 }, grade: PASSED, isTriedAgain: false });
  expect(last()).toMatchObject({ ungraded: 0, done: 1 });
});

/** How often the first of so many records was looked into, by the time that all of them have ended. */
function looksAtFirst(repeats: number): number {
  const many = smallPlan({ repeats, trials: planTrials(subjectsOf(plan), repeats, 'seed') });
  const onEvent = trackProgress(many, [], { now: () => new Date(0), monotonicMs: () => 0 }, () => undefined);
  let looks = 0;
  for (const [index, { id }] of many.trials.entries()) {
    const { result, ...record } = measured(many, id);
    const watched = {
      ...record,
      get result() {
        if (index === 0) looks += 1;
        return result;
      },
    };
    onEvent({ kind: 'started', trial: record.trial });
    onEvent({ kind: 'ended', record: watched, grade: PASSED, isTriedAgain: false });
  }
  return looks;
}

function subjectsOf({ tasks, probes, trials: [first] }: typeof plan) {
  const limits = first?.limits ?? expect.unreachable();
  return [
    ...tasks.map(({ id }) => ({ kind: 'task' as const, id, limits })),
    ...probes.map(({ id }) => ({ kind: 'probe' as const, id, limits })),
  ];
}

test('a record is looked into once, however many follow it', () => {
  expect(looksAtFirst(2)).toBeGreaterThan(0);
  expect(looksAtFirst(100)).toBe(looksAtFirst(2));
});

test('what an agent does now is told until its trial has ended', () => {
  const { onEvent, last } = watch();
  const record = measured(plan, 'task:greet:baseline:1');
  const { trial } = record;
  onEvent({ kind: 'started', trial });
  onEvent({ kind: 'doing', trial, what: 'bash: ls' });
  onEvent({ kind: 'doing', trial, what: 'bash: python tidy.py' });
  expect(last()).toMatchObject({ running: [trial], ended: null });
  expect(last()?.doing.get(trial.id)).toBe('bash: python tidy.py');
  onEvent({ kind: 'doing', trial, what: null });
  expect(last()?.doing.size).toBe(0);
  onEvent({ kind: 'doing', trial, what: 'says: Done.' });
  onEvent({ kind: 'ended', record, grade: PASSED, isTriedAgain: false });
  onEvent({ kind: 'doing', trial, what: 'says: Late.' });
  expect(last()?.doing.size).toBe(0);
});
