import { expect, test } from 'vitest';
import { delayBefore, isPassing, retryAfterMs } from '../../../../src/gateway/upstreams/live/retry.ts';

const policy = { retries: 5, firstMs: 1000, longestMs: 6000, rateLimitMs: 60_000 };
const now = new Date('2026-01-02T03:04:05Z');

test.each([
  [0, 0, 500],
  [0, 0.999_999, 1000],
  [2, 0.5, 3000],
  [4, 0.999_999, 6000],
])('retry %i waits, for the random number %d, %d milliseconds', (retry, random, delayMs) => {
  expect(delayBefore(retry, policy, { askedMs: null, random, status: 503 })).toBeCloseTo(delayMs, 0);
});

test.each([
  ['a provider that asks for longer than the usual wait gets it', 0, 7000, 7000],
  ['a provider that asks for less gets the usual wait', 1, 700, 1000],
  ['a provider that asks for no wait gets the usual one', 2, 0, 2000],
  ['there is no retry after the last one', 5, 0, null],
  ['a provider that asks for an hour is given up on', 0, 3_600_000, null],
])('%s', (_, retry, askedMs, expected) => {
  expect(delayBefore(retry, policy, { askedMs, random: 0, status: 503 })).toBe(expected);
});

test.each([
  ['a minute', 5, null, 60_000],
  ['what the provider asks for, if that is longer,', 5, 90_000, 90_000],
  ['as after any other error', 0, null, 500],
  ['no more after that', 6, null, null],
])('a request that is over a rate limit waits %s', (_what, retry, askedMs, expected) => {
  expect(delayBefore(retry, policy, { askedMs, random: 0, status: 429 })).toBe(expected);
});

test.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, 10_000],
  [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
])('the headers %j ask for %j milliseconds', (headers, expected) => {
  expect(retryAfterMs(new Headers(headers), now)).toBe(expected);
});

test('errors that a request caused itself are not temporary', () => {
  expect([200, 307, 400, 401, 403, 404, 413, 422].filter(isPassing)).toEqual([]);
  expect([408, 429, 500, 502, 503, 504, 529].filter(isPassing)).toHaveLength(7);
});
