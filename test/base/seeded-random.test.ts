import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom, shuffle } from '../../src/base/seeded-random.ts';

test('the same seed gives the same numbers, and another seed gives others', () => {
  const take = (seed: string) => {
    const next = seededRandom(seed);
    return Array.from({ length: 20 }, next);
  };
  expect(take('a')).toEqual(take('a'));
  expect(take('a')).not.toEqual(take('b'));
});

test('the numbers lie in [0, 1) and are distributed evenly', () => {
  const next = seededRandom('evenness');
  const numbers = Array.from({ length: 4000 }, next);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => numbers.filter((n) => Math.floor(n * 10) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 400)).toBeLessThan(100);
});

test('a shuffle keeps every item and does not change its input', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
      const copy = [...items];
      const shuffled = shuffle(items, seededRandom(seed));
      expect(items).toEqual(copy);
      expect(shuffled.toSorted((a, b) => a - b)).toEqual(copy.toSorted((a, b) => a - b));
    }),
  );
});
