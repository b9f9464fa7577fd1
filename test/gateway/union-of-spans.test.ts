import { expect, test } from 'vitest';
import { unionOfSpans } from '../../src/gateway/union-of-spans.ts';

test.each([
  [[], 0],
  [[[0, 5]], 5],
  [
    [
      [0, 5],
      [7, 9],
    ],
    7,
  ],
  [
    [
      [7, 9],
      [0, 5],
    ],
    7,
  ],
  [
    [
      [0, 10],
      [2, 4],
    ],
    10,
  ],
  [
    [
      [0, 5],
      [3, 8],
      [8, 9],
    ],
    9,
  ],
])('%j last %i together', (spans, totalMs) => {
  expect(unionOfSpans(spans.map(([fromMs = 0, toMs = 0]) => ({ fromMs, toMs })))).toBe(totalMs);
});
