import { expect, test } from 'vitest';
import { compilePattern, patternFault } from '../../src/base/compile-pattern.ts';

test.each([
  ['\\bLine 8\\b', 'in Line 8.', true],
  ['^b$', 'a\nb\nc', true],
  ['^b$', 'ab', false],
  ['^\\p{L}+$', 'Ångström', true],
  ['\\u{1F600}|\\u0041', '😀', true],
  ['(?<year>\\d{4})/', '2024/', true],
])('testing %s against %j gives %j', (pattern, text, isMatch) => {
  expect(compilePattern(pattern).test(text)).toBe(isMatch);
});

test('a pattern gives the same result each time it is used', () => {
  const pattern = compilePattern('a');
  expect([pattern.test('a'), pattern.test('a'), pattern.test('b')]).toEqual([true, true, false]);
});

/** A backtracking engine would need 2^100,000 steps for each, so that these tests would never end. */
test.each(['^(a+)+$', '^(a|aa)+$', '^(a*)*b$', '(x+x+)+y', '^(?:a?){200}a{200}$'])(
  '%s is decided on a text that would make a backtracking engine run forever',
  (pattern) => {
    expect(compilePattern(pattern).test(`${'ax'.repeat(20)}${'a'.repeat(100_000)}!`)).toBe(false);
  },
);

test.each([
  ['a(?=b)', '`(?=`'],
  ['(?<!a)b', '`(?<!a)b`'],
  ['(a)\\1', '`\\1`'],
  ['(a', 'missing closing )'],
  ['a{2000}', 'invalid repeat count'],
])('%s is not a valid pattern, and the reason mentions %s', (pattern, reason) => {
  expect(patternFault(pattern)).toContain(reason);
});

test('a valid pattern has no fault', () => {
  expect(patternFault('^[a-z]+(?:-[a-z]+)*$')).toBeNull();
});
