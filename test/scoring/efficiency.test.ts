import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { meanEfficiency, rateEfficiency } from '../../src/scoring/efficiency.ts';
import { parameters, succeeded } from './evidence-arbitraries.ts';

const baseline = { success: true, tokens: 999, seconds: 9 };

test.each([
  ['equal cost', {}, 50, 50],
  ['twice the tokens', { tokens: 1999 }, 25, 50],
  ['half the tokens', { tokens: 499 }, 75, 50],
  ['a quarter of the time', { seconds: 1.5 }, 50, 100],
  ['far more than four times the time', { seconds: 7200 }, 50, 0],
])('%s', (_case, change, tokens, time) => {
  const rated = rateEfficiency(baseline, { ...baseline, ...change }, DEFAULT_PARAMETERS);
  expect(rated.tokens).toBeCloseTo(tokens, 9);
  expect(rated.time).toBeCloseTo(time, 9);
  expect(rated.combined).toBeCloseTo((tokens + time) / 2, 9);
});

test('a baseline that cost nothing does not divide by zero', () => {
  const free = { success: true, tokens: 0, seconds: 0 };
  expect(rateEfficiency(free, { ...free, tokens: 1 }, DEFAULT_PARAMETERS)).toEqual({
    tokens: 25,
    time: 50,
    combined: 37.5,
  });
});

test('every part is in [0, 100]', () => {
  fc.assert(
    fc.property(succeeded, succeeded, parameters, (one, other, drawn) => {
      for (const part of Object.values(rateEfficiency(one, other, drawn))) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test('each part is averaged separately over repeats', () => {
  const repeats = [
    { tokens: 20, time: 40, combined: 30 },
    { tokens: 60, time: 100, combined: 80 },
  ];
  expect(meanEfficiency(repeats)).toEqual({ tokens: 40, time: 70, combined: 55 });
});

test('without a repeat in which both arms succeed, there is no efficiency', () => {
  expect(meanEfficiency([])).toBeNull();
});
