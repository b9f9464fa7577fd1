import { expect, test } from 'vitest';
import { InvalidReason } from '../../src/contracts/score.ts';
import { checkPair } from '../../src/scoring/pair-validity.ts';

const passed = { success: true, tokens: 100, seconds: 2 };
const nothing = { success: null, tokens: null, seconds: null };
const pair = { id: 'sort', invoked: true, baseline: passed, withSkill: passed };

test('a pair with both grades and all four costs is valid', () => {
  expect(checkPair(pair)).toEqual({
    status: 'valid',
    invoked: true,
    baseline: passed,
    withSkill: passed,
  });
});

test.each([
  ['baseline-ungraded', { baseline: { ...passed, success: null } }],
  ['with-skill-ungraded', { withSkill: { ...passed, success: null } }],
  ['baseline-tokens-missing', { baseline: { ...passed, tokens: null } }],
  ['with-skill-tokens-missing', { withSkill: { ...passed, tokens: null } }],
  ['baseline-time-missing', { baseline: { ...passed, seconds: null } }],
  ['with-skill-time-missing', { withSkill: { ...passed, seconds: null } }],
])('what is missing names the reason: %s', (reason, change) => {
  expect(checkPair({ ...pair, ...change })).toEqual({ status: 'invalid', reasons: [reason] });
});

test('a missing cost invalidates a pair whose score would not depend on cost', () => {
  const harmed = { ...pair, withSkill: { success: false, tokens: null, seconds: 2 } };
  expect(checkPair(harmed)).toEqual({ status: 'invalid', reasons: ['with-skill-tokens-missing'] });
});

test('a measured 0 is not missing', () => {
  expect(checkPair({ ...pair, baseline: { success: false, tokens: 0, seconds: 0 } }).status).toBe('valid');
});

test('a pair of which nothing is known has every reason', () => {
  const checked = checkPair({ ...pair, baseline: nothing, withSkill: nothing });
  expect(checked.status === 'invalid' && checked.reasons.toSorted()).toEqual(
    InvalidReason.options.toSorted(),
  );
});
