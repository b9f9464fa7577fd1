import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { showParameters, showTally, whyLeftOut } from '../../src/report/score-facts.ts';

const task = { id: 'sort', score: 50, efficiency: null, pairs: 2, invalid: [] };

test('a task that counts in full has nothing to explain', () => {
  expect(whyLeftOut(task)).toBe('');
});

test('a task that counts in part, or not at all, says for lack of what', () => {
  const invalid = ['baseline-ungraded', 'with-skill-time-missing'] as const;
  expect(whyLeftOut({ ...task, pairs: 1, invalid: [...invalid] })).toBe(
    'Counted in part, for lack of baseline grade, with-skill time.',
  );
  expect(whyLeftOut({ ...task, score: null, pairs: 0, invalid: ['baseline-ungraded'] })).toBe(
    'Not counted, for lack of baseline grade.',
  );
});

test('a group without probes is not shown as none of none', () => {
  expect(showTally({ score: null, passed: 0, total: 0 })).toBe('no probe graded');
  expect(showTally({ score: 0, passed: 0, total: 3 })).toBe('0 of 3 passed');
});

test('all parameters are shown', () => {
  expect(showParameters(DEFAULT_PARAMETERS)).toBe('η 50, α 25, β 20, θs 80, ε 1');
});
