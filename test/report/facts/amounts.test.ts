import { expect, test } from 'vitest';
import {
  showPoints,
  showSeconds,
  showSecondsChange,
  showTokens,
  showTokensChange,
  showUsd,
  showUsdChange,
} from '../../../src/report/facts/amounts.ts';

test.each([showPoints, showSeconds, showTokens])('$name shows a missing value as not measured', (show) => {
  expect(show(null)).toBe('not measured');
  expect(show(0)).not.toBe('not measured');
});

test.each([
  [100, '100.0'],
  [99.97, '99.9'],
  [79.96, '79.9'],
  [64.1, '64.1'],
  [0, '0.0'],
])('%d points are shown as %s, never rounded up', (points, shown) => {
  expect(showPoints(points)).toBe(shown);
});

test.each([
  [0.016, '0.016'],
  [8.137, '8.14'],
  [61.25, '61.3'],
  [1234.56, '1,234.6'],
  [0, '0'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(showSeconds(seconds)).toBe(`${shown}\u00a0s`);
});

test('tokens are rounded and grouped', () => {
  expect(showTokens(1_234_567.5)).toBe('1,234,568');
});

test('a change with one unknown side keeps the other', () => {
  expect(showTokensChange(null, 1200)).toBe('?\u00a0→\u00a01,200');
  expect(showSecondsChange(2, null)).toBe('2\u00a0→\u00a0?\u00a0s');
});

test('a change with two unknown sides was not measured', () => {
  expect(showTokensChange(null, null)).toBe('not measured');
  expect(showSecondsChange(null, null)).toBe('not measured');
});

test.each([
  [0, '$0.00'],
  [0.00000123, '$0.00000123'],
  [0.01234, '$0.0123'],
  [0.1, '$0.10'],
  [1.2, '$1.20'],
  [1234.567, '$1,234.57'],
])('%d dollars are shown as %s', (usd, shown) => {
  expect(showUsd(usd)).toBe(shown);
});

test('an unknown cost is not a number, but one side of a change may be known', () => {
  expect(showUsd(null)).toBe('not known');
  expect(showUsdChange(null, null)).toBe('not known');
  expect(showUsdChange(0.01, null)).toBe('$0.01\u00a0→\u00a0?');
});
