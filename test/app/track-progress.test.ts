import { expect, test } from 'vitest';
import { type RunProgress, trackProgress } from '../../src/app/track-progress.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();
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

test('what runs, what is done and the time left follow the events', () => {
  const { onEvent, pass, last } = watch();
  const record = measured(plan, 'task:greet:baseline:1');
  onEvent({ kind: 'started', trial: record.trial });
  expect(last()).toMatchObject({ done: 0, planned: 4, secondsLeft: null, ended: null });
  expect(last()?.running).toEqual([record.trial]);
  pass(10);
  onEvent({ kind: 'ended', record });
  expect(last()).toMatchObject({ done: 1, running: [], secondsLeft: 30, ended: { seconds: 10 } });
});

test('a pair counts as ahead once both of its arms are there', () => {
  const { onEvent, last } = watch();
  const baseline = measured(plan, 'task:greet:baseline:1', { seconds: 20 });
  const withSkill = measured(plan, 'task:greet:with-skill:1', used);
  onEvent({ kind: 'started', trial: baseline.trial });
  onEvent({ kind: 'ended', record: baseline });
  expect(last()).toMatchObject({ ahead: 0, behind: 0 });
  onEvent({ kind: 'started', trial: withSkill.trial });
  onEvent({ kind: 'ended', record: withSkill });
  expect(last()).toMatchObject({ ahead: 1, behind: 0 });
});

test('a fault shows as ungraded until another attempt is measured', () => {
  const { onEvent, last } = watch();
  const record = measured(plan, 'task:greet:baseline:1');
  const result = { status: 'faulted' as const, reason: 'sandbox-failed' as const, detail: 'd' };
  onEvent({ kind: 'started', trial: record.trial });
  onEvent({ kind: 'ended', record: { ...record, result } });
  expect(last()?.ungraded).toBe(1);
  onEvent({ kind: 'started', trial: record.trial });
  onEvent({ kind: 'ended', record: { ...record, attempt: 2 } });
  expect(last()).toMatchObject({ ungraded: 0, done: 1 });
});
