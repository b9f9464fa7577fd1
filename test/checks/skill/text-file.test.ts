import { expect, test } from 'vitest';
import { lineAt, positionAt, readTextFile, type TextFile } from '../../../src/checks/skill/text-file.ts';
import type { Bytes } from '../skill-folder.ts';

const SAMPLE = '---\nname: ä\n';

function read(content: string | Bytes): TextFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readTextFile({ path: 'SKILL.md', executable: false, content: bytes });
}

function utf16(text: string, order: 'le' | 'be'): Bytes {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16());
}

test.each([
  ['UTF-8', new TextEncoder().encode(SAMPLE), []],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${SAMPLE}`), ['byte-order-mark']],
  ['UTF-16, little end first', utf16(`\ufeff${SAMPLE}`, 'le'), ['utf-16']],
  ['UTF-16, big end first', utf16(`\ufeff${SAMPLE}`, 'be'), ['utf-16']],
  ['UTF-16 without a byte order mark', utf16(SAMPLE, 'le'), ['utf-16']],
  ['UTF-16, big end first, without one', utf16(SAMPLE, 'be'), ['utf-16']],
])('%s is decoded to the same text', (_, content, flaws) => {
  expect(read(content)).toMatchObject({ text: SAMPLE, flaws });
});

test('bytes that are not UTF-8 become replacement characters and are reported', () => {
  expect(read(new Uint8Array([0x61, 0xff, 0x62]))).toMatchObject({
    text: 'a\ufffdb',
    flaws: ['invalid-utf-8'],
  });
});

test('a replacement character that the author wrote is not a flaw', () => {
  expect(read('a\ufffdb').flaws).toEqual([]);
});

test('NUL characters are kept and reported', () => {
  expect(read('ab\0')).toMatchObject({ text: 'ab\0', flaws: ['nul'] });
});

test.each(['a\r\nb\r\n', 'a\rb\r', 'a\nb\n', 'a\r\nb\n'])('the lines of %j are a and b', (text) => {
  const file = read(text);
  expect(file.text).toBe('a\nb\n');
  expect([1, 2, 3].map((line) => lineAt(file, line))).toEqual(['a', 'b', '']);
});

test('a line beyond the last is empty', () => {
  expect(lineAt(read('a\nb'), 3)).toBe('');
});

test.each([
  [0, 1, 1],
  [1, 1, 2],
  [2, 1, 3],
  [3, 2, 1],
  [4, 3, 1],
  [5, 3, 2],
])('offset %i of "ab␊␊c" is line %i, column %i', (offset, line, column) => {
  expect(positionAt(read('ab\n\nc'), offset)).toEqual({ line, column });
});

test('the work of finding a line grows with the logarithm of the file’s size', () => {
  const file = read('x\n'.repeat(100_000));
  let looks = 0;
  const lineStarts = new Proxy(file.lineStarts, {
    get(starts, key) {
      if (key !== 'length') looks++;
      return Reflect.get(starts, key);
    },
  });
  expect(positionAt({ ...file, lineStarts }, 150_000)).toEqual({ line: 75_001, column: 1 });
  expect(looks).toBeLessThan(20);
});
