import { expect, test } from 'vitest';
import { checkPair } from '../../src/scoring/pair-validity.ts';

const passed = { success: true, tokens: 100, seconds: 2 };
const nothing = { success: null, tokens: null, seconds: null };
const pair = { id: 'sort', invoked: true, baseline: passed, withSkill: passed };

test('a pair with both grades and all four costs is valid', () => {
  expect(checkPair(pair)).toEqual({
    status: 'valid',
    outcome: 'both-succeeded',
    baseline: { tokens: 100, seconds: 2 },
    withSkill: { tokens: 100, seconds: 2 },
  });
});

test.each([
  ['baseline-ungraded', { baseline: { ...passed, success: null } }],
  ['with-skill-ungraded', { withSkill: { ...passed, success: null } }],
  ['baseline-tokens-missing', { baseline: { ...passed, tokens: null } }],
  ['with-skill-tokens-missing', { withSkill: { ...passed, tokens: null } }],
  ['baseline-time-missing', { baseline: { ...passed, seconds: null } }],
  ['with-skill-time-missing', { withSkill: { ...passed, seconds: null } }],
])('the reason names what is missing: %s', (reason, change) => {
  expect(checkPair({ ...pair, ...change })).toEqual({ status: 'invalid', reasons: [reason] });
});

test.each([
  ['skill-failed', { withSkill: { success: false, tokens: null, seconds: 2 } }],
  ['enabled', { baseline: { success: false, tokens: 1, seconds: null } }],
  ['not-invoked', { invoked: false, withSkill: { success: true, tokens: null, seconds: null } }],
])('a pair whose score does not depend on cost is valid without it: %s', (outcome, change) => {
  expect(checkPair({ ...pair, ...change })).toEqual({ status: 'valid', outcome });
});

test('a measured 0 is not missing', () => {
  expect(checkPair({ ...pair, baseline: { success: false, tokens: 0, seconds: 0 } }).status).toBe('valid');
});

test('a pair without grades gives that reason for both arms', () => {
  const checked = checkPair({ ...pair, baseline: nothing, withSkill: nothing });
  expect(checked).toEqual({ status: 'invalid', reasons: ['baseline-ungraded', 'with-skill-ungraded'] });
});
