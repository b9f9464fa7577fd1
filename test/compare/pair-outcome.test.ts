import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairOutcome } from '../../src/compare/pair-outcome.ts';
import { armResult } from './arm-fixture.ts';

const EPSILON = 1;
const passed = armResult();
const failed = armResult({ passed: false });
const ungraded = armResult({ passed: null });

test.each([
  ['enabled', failed, passed],
  ['harmed', passed, failed],
  ['both-failed', failed, failed],
  ['equal', passed, passed],
  ['cheaper', passed, armResult({ tokens: 900 })],
  ['cheaper', passed, armResult({ seconds: 9 })],
  ['costlier', passed, armResult({ tokens: 1100 })],
  ['costlier', passed, armResult({ seconds: 11 })],
  ['cheaper', passed, armResult({ tokens: 400, seconds: 20 })],
  ['costlier', passed, armResult({ tokens: 900, seconds: 20 })],
  ['not-measured', ungraded, passed],
  ['not-measured', passed, ungraded],
  ['not-measured', null, passed],
  ['not-measured', passed, null],
  ['not-measured', passed, armResult({ tokens: null })],
  ['not-measured', passed, armResult({ usage: null })],
  ['not-measured', armResult({ seconds: null }), passed],
  ['enabled', failed, armResult({ tokens: null })],
] as const)('%s', (outcome, baseline, withSkill) => {
  expect(pairOutcome({ invoked: true, baseline, withSkill }, EPSILON)).toBe(outcome);
});

test.each([
  ['enabled', failed, passed],
  ['harmed', passed, failed],
  ['both-failed', failed, failed],
  ['not-invoked', passed, passed],
  ['not-invoked', passed, armResult({ tokens: 10 })],
  ['not-measured', passed, ungraded],
] as const)('without invocation: %s', (outcome, baseline, withSkill) => {
  expect(pairOutcome({ invoked: false, baseline, withSkill }, EPSILON)).toBe(outcome);
});

test('smoothing decides as it does in the score', () => {
  const baseline = armResult({ tokens: 1000, seconds: 0 });
  const withSkill = armResult({ tokens: 2, seconds: 1 });
  expect(pairOutcome({ invoked: true, baseline, withSkill }, EPSILON)).toBe('cheaper');
  expect(pairOutcome({ invoked: true, baseline, withSkill }, 0.000001)).toBe('costlier');
});

test('swapping the arms of a pair that both pass swaps cheaper and costlier', () => {
  const arm = fc
    .record({ tokens: fc.nat({ max: 1_000_000 }), seconds: fc.nat({ max: 7200 }) })
    .map(armResult);
  const mirrored = { cheaper: 'costlier', costlier: 'cheaper', equal: 'equal' };
  fc.assert(
    fc.property(arm, arm, (one, other) => {
      const there = pairOutcome({ invoked: true, baseline: one, withSkill: other }, EPSILON);
      const back = pairOutcome({ invoked: true, baseline: other, withSkill: one }, EPSILON);
      expect(mirrored).toHaveProperty(there, back);
    }),
  );
});
