import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { longestWord, wrap } from '../../../src/report/terminal/wrap.ts';

test.each([
  ['fits', 10, ['fits']],
  ['one two three', 7, ['one two', 'three']],
  ['broken-at-hyphens', 10, ['broken-at-', 'hyphens']],
  ['run it with --trial', 14, ['run it with', '--trial']],
  ['on the 2026-11-19 it ran', 13, ['on the', '2026-11-19 it', 'ran']],
  ['an overlongword', 6, ['an ove', 'rlongw', 'ord']],
  ['39\u00a0s and 40\u00a0s', 8, ['39\u00a0s and', '40\u00a0s']],
  ['表計算を', 4, ['表計', '算を']],
  ['', 5, ['']],
])('wrapping %j at %d columns', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test('no line is wider than the given width', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, width) => {
      for (const line of wrap(text, width)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('the longest word is the smallest width that breaks none', () => {
  expect(longestWord('a few words-here')).toBe(6);
  expect(longestWord('')).toBe(0);
});

test('a long run of spaces is read to its end', () => {
  expect(wrap(`a${' '.repeat(100_000)}b`, 80)).toEqual(['a', 'b']);
});

test('a long run of characters without width is read to its end', () => {
  const fillers = '\u3164'.repeat(100_000);
  expect(wrap(`abc${fillers}d`, 3)).toEqual([`abc${fillers}`, 'd']);
});
