import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrialId } from '../../src/contracts/plan.ts';
import { pendingTrials, planTrials } from '../../src/runner/plan-trials.ts';

const limits = { maxSeconds: 60, maxRequests: 5, maxTokens: null, maxUsd: null };
const subjects = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ kind: 'task' as const, id, limits }));

test('every subject has both arms in every repeat, next to each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.string(), (repeats, seed) => {
      const trials = planTrials(subjects, repeats, seed);
      expect(trials).toHaveLength(subjects.length * repeats * 2);
      expect(new Set(trials.map(({ id }) => id)).size).toBe(trials.length);
      for (let index = 0; index < trials.length; index += 2) {
        const [one, other] = trials.slice(index, index + 2);
        expect([one?.subject, one?.repeat]).toEqual([other?.subject, other?.repeat]);
        expect(new Set([one?.arm, other?.arm]).size).toBe(2);
      }
    }),
  );
});

test('the ids match the contract', () => {
  for (const { id } of planTrials(subjects, 2, 's')) expect(TrialId.parse(id)).toBe(id);
});

test('the same seed gives the same order, and another seed gives another', () => {
  expect(planTrials(subjects, 2, 'one')).toEqual(planTrials(subjects, 2, 'one'));
  expect(planTrials(subjects, 2, 'one')).not.toEqual(planTrials(subjects, 2, 'two'));
});

test('over many seeds both arms come first equally often', () => {
  const first = Array.from({ length: 400 }, (_, seed) => planTrials(subjects, 1, `${seed}`)[0]?.arm);
  const baseline = first.filter((arm) => arm === 'baseline').length;
  expect(Math.abs(baseline - 200)).toBeLessThan(60);
});

test('pending trials are the planned trials that were not measured, in the order of the plan', () => {
  const trials = planTrials(subjects, 1, 's');
  const measured = new Set(trials.slice(3, 7).map(({ id }) => id));
  expect(pendingTrials(trials, measured)).toEqual([...trials.slice(0, 3), ...trials.slice(7)]);
});
