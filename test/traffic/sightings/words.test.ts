import { expect, test } from 'vitest';
import { wordsOf } from '../../../src/traffic/sightings/words.ts';

const MIB = 2 ** 20;

test.each([
  ['hex', '0123456789abcdef'.repeat(MIB / 2), 1],
  ['one letter', 'x'.repeat(8 * MIB), 1],
  ['one digit', '7'.repeat(8 * MIB), 0],
  ['a letter of two code units', '𝒜'.repeat(4 * MIB), 1],
  ['a letter outside the first plane that stays one', '𐐨'.repeat(2 * MIB), 1],
  ['marks on one letter', `a${'\u0301'.repeat(8 * MIB)}`, 1],
  ['syllables in pieces', '\u1100\u1161'.repeat(4 * MIB), 1],
  ['spaces', ' '.repeat(8 * MIB), 0],
  ['backslashes', '\\'.repeat(8 * MIB), 0],
  ['escaped line ends', '\\n'.repeat(MIB), 0],
  ['a script without spaces', '表'.repeat(MIB), MIB],
])('megabytes of unbroken %s are read to the end', (_, text, words) => {
  expect(wordsOf(text)).toHaveLength(words);
});

test('a word of any length is identified by its beginning', () => {
  const long = 'ab'.repeat(5000);
  expect(wordsOf(`one ${long} two`)).toEqual(['one', long.slice(0, 64), 'two']);
});
