import { expect, test } from 'vitest';
import { spanWithout, unionOfSpans } from '../../../src/gateway/clock/union-of-spans.ts';

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
])('%j last %i in total', (spans, totalMs) => {
  expect(unionOfSpans(spans.map(([fromMs = 0, toMs = 0]) => ({ fromMs, toMs })))).toBe(totalMs);
});

test('a span without others keeps the parts that they do not cover', () => {
  const spans = (...pairs: [number, number][]) => pairs.map(([fromMs, toMs]) => ({ fromMs, toMs }));
  const [whole] = spans([10, 50]);
  if (whole === undefined) throw new Error('there is no span');
  expect(spanWithout(whole, [])).toEqual(spans([10, 50]));
  expect(spanWithout(whole, spans([0, 15], [20, 30], [25, 35], [45, 60]))).toEqual(spans([15, 20], [35, 45]));
  expect(spanWithout(whole, spans([0, 90]))).toEqual([]);
  expect(spanWithout(whole, spans([60, 70], [0, 5]))).toEqual(spans([10, 50]));
});
