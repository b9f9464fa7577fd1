import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../../src/contracts/parameters.ts';
import type { Scores } from '../../../src/contracts/score.ts';
import { showParameters, showTally, whyLeftOut } from '../../../src/report/facts/score-facts.ts';
import { fixtureScorecard } from '../fixture-scorecard.ts';

const task = { id: 'sort', score: 50, efficiency: null, pairs: 2, invalid: [] };

test('a task that counts in full needs no explanation', () => {
  expect(whyLeftOut(task)).toBe('');
});

test('a task that counts in part, or not at all, explains what is missing', () => {
  const invalid = ['baseline-ungraded', 'with-skill-time-missing'] as const;
  expect(whyLeftOut({ ...task, pairs: 1, invalid: [...invalid] })).toBe(
    'Counted in part: the baseline has no grade; the time with the skill is not known.',
  );
  expect(whyLeftOut({ ...task, score: null, pairs: 0, invalid: ['baseline-ungraded'] })).toBe(
    'Not counted: the baseline has no grade.',
  );
});

test('an arm that was left out by choice is described as that, not as missing', () => {
  const invalid = ['baseline-ungraded', 'baseline-tokens-missing', 'baseline-time-missing'] as const;
  const none = { ...task, score: null, pairs: 0, invalid: [...invalid] };
  expect(whyLeftOut(none, { arms: ['baseline'] })).toBe(
    'Not counted: the baseline arm was left out by choice.',
  );
});

test('a group without probes is not shown as 0 of 0, and says if that was by choice', () => {
  const group = 'permission_boundary';
  const scores = (passed: number, total: number): Scores => ({
    ...fixtureScorecard.scores,
    groups: { ...fixtureScorecard.scores.groups, [group]: { score: null, passed, total } },
  });
  expect(showTally(scores(0, 0), group)).toBe('no probe graded');
  expect(showTally(scores(0, 3), group)).toBe('0 of 3 passed');
  expect(showTally(scores(0, 0), group, { arms: [], probes: [{ id: 'one', group }] })).toBe(
    'left out by choice',
  );
  expect(showTally(scores(0, 0), group, { arms: ['with-skill'], probes: [] })).toBe('left out by choice');
});

test('all parameters are shown', () => {
  expect(showParameters(DEFAULT_PARAMETERS)).toBe('η 50, α 25, β 20, θs 80, ε 1');
});
