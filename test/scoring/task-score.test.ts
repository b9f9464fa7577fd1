import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { scoreTasks } from '../../src/scoring/task-score.ts';
import { parameters, scoreInput } from './evidence-arbitraries.ts';

const passed = { success: true, tokens: 999, seconds: 9 };
const failed = { ...passed, success: false };
const equal = { id: 'sort', invoked: true, baseline: passed, withSkill: passed };
const enabled = { ...equal, baseline: failed };
const ungraded = { ...equal, baseline: { ...passed, success: null } };

test('tasks are in the order in which they first appear', () => {
  const other = { ...equal, id: 'merge' };
  expect(scoreTasks([equal, other, enabled], DEFAULT_PARAMETERS).map(({ id }) => id)).toEqual([
    'sort',
    'merge',
  ]);
});

test('the score of a repeated task is the mean over its pairs', () => {
  const [task] = scoreTasks([equal, enabled], DEFAULT_PARAMETERS);
  expect(task).toEqual({
    id: 'sort',
    score: 75,
    efficiency: { tokens: 50, time: 50, combined: 50 },
    pairs: 2,
    invalid: [],
  });
});

test('an invalid repeat is left out of the mean, with its reason', () => {
  const [task] = scoreTasks([ungraded, enabled, ungraded], DEFAULT_PARAMETERS);
  expect(task).toMatchObject({ score: 100, pairs: 1, invalid: ['baseline-ungraded'] });
});

test('a task without a valid repeat has no score, and all reasons are given', () => {
  const noTime = { ...equal, withSkill: { ...passed, seconds: null } };
  expect(scoreTasks([noTime, ungraded], DEFAULT_PARAMETERS)).toEqual([
    {
      id: 'sort',
      score: null,
      efficiency: null,
      pairs: 0,
      invalid: ['baseline-ungraded', 'with-skill-time-missing'],
    },
  ]);
});

test('the score of a task is the mean of the scores of its pairs', () => {
  fc.assert(
    fc.property(scoreInput, parameters, ({ tasks }, drawn) => {
      for (const { id, score } of scoreTasks(tasks, drawn)) {
        const alone = tasks
          .filter((pair) => pair.id === id)
          .flatMap((pair) => scoreTasks([pair], drawn))
          .flatMap((task) => task.score ?? []);
        const sum = alone.reduce((total, one) => total + one, 0);
        expect(score).toEqual(alone.length === 0 ? null : sum / alone.length);
      }
    }),
  );
});
