import { expect, test } from 'vitest';
import { visibleLine } from '../../../src/graders/content/visible-line.ts';

test('spaces at the end of a line are made visible, and those within it are kept', () => {
  expect(visibleLine('a  b  \n', null)).toBe('a  b··');
  expect(visibleLine('\u00a0 ', null)).toBe('\\u{a0}· (no line end)');
});

test('a long line of spaces is read to its end', () => {
  expect(visibleLine(`${' '.repeat(500_000)}x`, null)).toMatch(/^ +…$/);
});
