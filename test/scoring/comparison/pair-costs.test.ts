import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairCosts } from '../../../src/scoring/comparison/pair-costs.ts';
import type { Pair } from '../../../src/scoring/comparison/pair-outcome.ts';
import { armResult } from './arm-fixture.ts';

const EPSILON = 1;
const passed = armResult();

function costsOf(change: Partial<Pair>, epsilon = EPSILON) {
  return pairCosts({ invoked: true, baseline: passed, withSkill: passed, ...change }, epsilon);
}

test.each([
  ['the same', {}, { tokens: 'similar', time: 'similar' }],
  ['within both dead zones', { tokens: 1600, seconds: 5.5 }, { tokens: 'similar', time: 'similar' }],
  ['fewer tokens', { tokens: 500 }, { tokens: 'less', time: 'similar' }],
  ['more tokens', { tokens: 2000 }, { tokens: 'more', time: 'similar' }],
  ['faster', { seconds: 3 }, { tokens: 'similar', time: 'less' }],
  ['slower', { seconds: 30 }, { tokens: 'similar', time: 'more' }],
  ['more tokens and faster', { tokens: 2000, seconds: 3 }, { tokens: 'more', time: 'less' }],
  ['unknown tokens', { tokens: null }, { tokens: null, time: 'similar' }],
  ['an unknown time', { seconds: null }, { tokens: 'similar', time: null }],
])('tokens and time are compared separately: %s', (_, change, costs) => {
  expect(costsOf({ withSkill: armResult(change) })).toEqual(costs);
});

test.each([
  ['one arm failed', { baseline: armResult({ passed: false }) }],
  ['one arm was not graded', { withSkill: armResult({ passed: null }) }],
  ['one arm was not run', { withSkill: null }],
  ['the skill was not in use', { invoked: false, withSkill: armResult({ tokens: 10 }) }],
])('costs are not compared if %s', (_, change) => {
  expect(costsOf(change)).toEqual({ tokens: null, time: null });
});

test('fractions of a second make no difference, as in the score', () => {
  const fractions = { baseline: armResult({ seconds: 0.1 }), withSkill: armResult({ seconds: 0.4 }) };
  expect(costsOf(fractions).time).toBe('similar');
  expect(costsOf(fractions, 0.000001).time).toBe('more');
});

test('swapping the arms swaps less and more', () => {
  const arm = fc
    .record({ tokens: fc.nat({ max: 1_000_000 }), seconds: fc.nat({ max: 7200 }) })
    .map(armResult);
  const mirrored = { less: 'more', more: 'less', similar: 'similar' };
  fc.assert(
    fc.property(arm, arm, (one, other) => {
      const there = costsOf({ baseline: one, withSkill: other });
      const back = costsOf({ baseline: other, withSkill: one });
      expect(mirrored).toHaveProperty(there.tokens ?? '', back.tokens);
      expect(mirrored).toHaveProperty(there.time ?? '', back.time);
    }),
  );
});
