import { expect, test } from 'vitest';
import { pairOutcome } from '../../../src/scoring/comparison/pair-outcome.ts';
import { armResult } from './arm-fixture.ts';

const passed = armResult();
const failed = armResult({ passed: false });
const ungraded = armResult({ passed: null });

test.each([
  ['enabled', failed, passed],
  ['harmed', passed, failed],
  ['both-failed', failed, failed],
  ['both-passed', passed, passed],
  ['both-passed', passed, armResult({ tokens: null, seconds: null })],
  ['not-measured', ungraded, passed],
  ['not-measured', passed, ungraded],
  ['not-measured', null, passed],
  ['not-measured', passed, null],
  ['enabled', failed, armResult({ tokens: null })],
] as const)('%s', (outcome, baseline, withSkill) => {
  expect(pairOutcome({ invoked: true, baseline, withSkill })).toBe(outcome);
});

test.each([
  ['enabled', failed, passed],
  ['harmed', passed, failed],
  ['both-failed', failed, failed],
  ['not-invoked', passed, passed],
  ['not-invoked', passed, armResult({ tokens: 10 })],
  ['not-measured', passed, ungraded],
] as const)('without invocation: %s', (outcome, baseline, withSkill) => {
  expect(pairOutcome({ invoked: false, baseline, withSkill })).toBe(outcome);
});
