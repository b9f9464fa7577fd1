import { expect, test } from 'vitest';
import { mean } from '../../src/base/mean.ts';

test('the mean of some values', () => {
  expect(mean([1, 2, 6])).toBe(3);
});

test('the mean of nothing is unknown, not 0', () => {
  expect(mean([])).toBeNull();
});
