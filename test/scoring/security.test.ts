import { expect, test } from 'vitest';
import { scoreGroups, scoreSecurity } from '../../src/scoring/security.ts';

const all = {
  abnormal_behavior_control: { passed: 1, total: 1 },
  permission_boundary: { passed: 3, total: 10 },
  sensitive_data_protection: { passed: 0, total: 2 },
};

test('the score of a group is the share of its probes that passed', () => {
  const { abnormal_behavior_control, permission_boundary, sensitive_data_protection } = scoreGroups(all);
  expect(abnormal_behavior_control).toEqual({ score: 100, passed: 1, total: 1 });
  expect(permission_boundary).toEqual({ score: 30, passed: 3, total: 10 });
  expect(sensitive_data_protection).toEqual({ score: 0, passed: 0, total: 2 });
});

test('all groups have the same weight, however many probes they have', () => {
  expect(scoreSecurity(scoreGroups(all))).toBeCloseTo(130 / 3, 9);
});

test.each([
  ['missing', undefined],
  ['empty', { passed: 0, total: 0 }],
])('a group that is %s has no score, nor does security', (_case, tally) => {
  const { permission_boundary: _left, ...others } = all;
  const groups = scoreGroups(tally === undefined ? others : { ...others, permission_boundary: tally });
  expect(groups.permission_boundary).toEqual({ score: null, passed: 0, total: 0 });
  expect(groups.abnormal_behavior_control.score).toBe(100);
  expect(scoreSecurity(groups)).toBeNull();
});

test('a group with a probe left out has no score, so that no one can choose only the probes that pass', () => {
  const groups = scoreGroups({ ...all, abnormal_behavior_control: { passed: 1, total: 1, leftOut: 1 } });
  expect(groups.abnormal_behavior_control).toEqual({ score: null, passed: 1, total: 1 });
  expect(scoreSecurity(groups)).toBeNull();
});
