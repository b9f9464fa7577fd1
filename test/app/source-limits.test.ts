import { expect, test } from 'vitest';
import { sourceLimits } from '../../src/app/source-limits.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../src/contracts/source-limits.ts';

test('a limit that is not given has its default', () => {
  expect(sourceLimits()).toEqual(DEFAULT_SOURCE_LIMITS);
  expect(sourceLimits(['files=2000', 'requestSeconds=1.5'])).toEqual({
    ...DEFAULT_SOURCE_LIMITS,
    files: 2000,
    requestSeconds: 1.5,
  });
});

test('the last of two values for a limit wins', () => {
  expect(sourceLimits(['files=1', 'files=2']).files).toBe(2);
});

test.each([
  ['file=1', /no limit "file".*files, unpackedBytes/],
  ['files', /NAME=NUMBER.*"files"/],
  ['files=', /NAME=NUMBER/],
  ['files=many', /NAME=NUMBER/],
  ['files=-1', /NAME=NUMBER/],
  ['files=0', /--limit files: expected a number that is more than 0/],
  ['files=1.5', /--limit files: expected a whole number/],
  ['__proto__=1', /no limit/],
])('%s is refused', (assignment, message) => {
  expect(() => sourceLimits([assignment])).toThrow(message);
});
