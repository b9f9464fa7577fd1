import { expect, test } from 'vitest';
import { scoreUtility } from '../../src/scoring/utility.ts';

const task = { id: 'sort', efficiency: null, pairs: 1, invalid: [] };

test('an invalid task is left out of the mean', () => {
  const tasks = [
    { ...task, score: 100 },
    { ...task, score: null },
    { ...task, score: 50 },
  ];
  expect(scoreUtility(tasks)).toBe(75);
});

test('a task that scored 0 counts', () => {
  expect(
    scoreUtility([
      { ...task, score: 100 },
      { ...task, score: 0 },
    ]),
  ).toBe(50);
});

test('without a valid task there is no utility', () => {
  expect(scoreUtility([])).toBeNull();
  expect(scoreUtility([{ ...task, score: null }])).toBeNull();
});
