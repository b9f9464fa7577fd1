import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ContentDifference,
  MAX_DIFFERING_LINES,
  MAX_SHOWN_CHARACTERS,
} from '../../../src/contracts/content-difference.ts';
import { contentDifference } from '../../../src/graders/content/content-difference.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const MARKS = { expected: '-', found: '+', both: ' ' };

/** As the lines are shown: mark, number, text. */
function shown(expected: string, found: string): string[] {
  const difference = contentDifference(bytes(expected), bytes(found));
  if (difference.kind === 'bytes') return [`bytes from ${difference.at}`];
  const lines = difference.lines.map(({ side, line, text }) => `${MARKS[side]}${line} ${text}`);
  return [...lines, ...(difference.isWhole ? [] : ['more'])];
}

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', ['-2 b', '+2 x', ' 3 c']],
  ['an added line', 'a\nc\n', 'a\nb\nc\n', ['+2 b', ' 3 c']],
  ['a missing line', 'a\nb\nc\n', 'a\nc\n', ['-2 b', ' 2 c']],
  ['nothing at all', 'a\nb\n', '', ['-1 a', '-2 b']],
  ['content where none was expected', '', 'a\n', ['+1 a']],
  [
    'changes that are far apart, with only the adjacent lines',
    'a\n1\n2\n3\n4\nb\n',
    'A\n1\n2\n3\n4\nB\n',
    ['-1 a', '+1 A', ' 2 1', ' 5 4', '-6 b', '+6 B'],
  ],
  ['a missing end of the last line', 'a\nb\n', 'a\nb', ['-2 b', '+2 b (no line end)']],
  ['other line ends', 'a\nb\n', 'a\r\nb\r\n', ['-1 a', '-2 b', '+1 a\\r', '+2 b\\r']],
  ['tabs and spaces at the end', 'a\tb\n', 'a b  \n', ['-1 a\\tb', '+1 a b··']],
  ['a byte order mark', 'a\n', '\ufeffa\n', ['-1 a', '+1 \\u{feff}a']],
  ['a reversed direction', 'ab\n', 'a\u202eb\n', ['-1 ab', '+1 a\\u{202e}b']],
  ['a terminal escape sequence', 'a\n', '\u001b[2Ja\n', ['-1 a', '+1 \\u{1b}[2Ja']],
])('%s is shown', (_, expected, found, lines) => {
  expect(shown(expected, found)).toEqual(lines);
});

test.each([
  ['a byte that is not text', Uint8Array.of(0x61, 0xff)],
  ['half a character at the end', Uint8Array.of(0x61, 0xc3)],
  ['a zero byte', Uint8Array.of(0x61, 0)],
])('%s is reported as a difference in bytes', (_, found) => {
  const told = { kind: 'bytes', at: 1, expectedBytes: 3, foundBytes: 2 };
  expect(contentDifference(bytes('abc'), found)).toEqual(told);
  expect(contentDifference(found, bytes('abc'))).toEqual({ ...told, expectedBytes: 2, foundBytes: 3 });
});

describe('the output is limited', () => {
  test('to the first lines that differ', () => {
    const numbers = (from: number) =>
      Array.from({ length: 5000 }, (_, index) => `${from + index}\n`).join('');
    const lines = shown(numbers(0), numbers(100_000));
    expect(lines).toHaveLength(MAX_DIFFERING_LINES + 1);
    expect(lines.at(-1)).toBe('more');
  });

  test('to the surroundings of the difference, in a line of 6 MiB', () => {
    const long = 'ä'.repeat(3 * 1024 ** 2);
    const [expected, found] = shown(`${long}1${long}\n`, `${long}2${long}\n`);
    expect(expected).toMatch(/^-1 …ä+1ä+…$/);
    expect(found).toMatch(/^\+1 …ä+2ä+…$/);
    expect(Math.max(expected?.length ?? 0, found?.length ?? 0)).toBeLessThanOrEqual(MAX_SHOWN_CHARACTERS + 3);
  });

  test('a line beyond the cut of a long file is not reported as missing', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `${index}\n`);
    const difference = shown(many.join(''), ['first\n', ...many].join(''));
    expect(difference).toEqual(['+1 first', ' 2 0', 'more']);
  });
});

test('two different contents always yield a difference that fits a record', () => {
  const content = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\u202e') }).map(bytes),
  );
  fc.assert(
    fc.property(content, content, (expected, found) => {
      fc.pre(Buffer.compare(expected, found) !== 0);
      const difference = ContentDifference.parse(contentDifference(expected, found));
      const differs = difference.kind === 'bytes' || difference.lines.some(({ side }) => side !== 'both');
      expect(differs).toBe(true);
    }),
  );
});
