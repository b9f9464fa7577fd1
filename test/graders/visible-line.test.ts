import { expect, test } from 'vitest';
import { visibleLine } from '../../src/graders/visible-line.ts';

test('spaces at the end of a line are shown, and those within it stay', () => {
  expect(visibleLine('a  b  \n', null)).toBe('a  b··');
  expect(visibleLine('\u00a0 ', null)).toBe('\\u{a0}· (no line end)');
});

test('a line of spaces without an end is read to its end', () => {
  expect(visibleLine(`${' '.repeat(500_000)}x`, null)).toMatch(/^ +…$/);
});
