import { expect, test } from 'vitest';
import { findQuotes } from '../../../src/graders/rubric/find-quotes.ts';

const QUOTE = 'The disk was full at 10:42.';
const FILLER = 'All was quiet on that day. ';
const MIB = 1024 * 1024;

/** A file of some three mebibytes with something at so many bytes. */
function fileWith(text: string, at: number): Uint8Array {
  const content = Buffer.alloc(3 * MIB, FILLER);
  content.write(text, at);
  return content;
}

const search = (file: Uint8Array, quotes = [QUOTE]) =>
  findQuotes({ quotes, own: [`${QUOTE}\nSo it stopped.`], given: { texts: [], files: [file] } });

test('a quote that stands in what the agent made is found', () => {
  expect(search(fileWith('', 0), ['So it stopped.', 'So it went on.', QUOTE])).toEqual([true, false, true]);
});

test.each([
  ['in the first mebibyte', QUOTE, 100],
  ['far behind', QUOTE, 3 * MIB - 100],
  ['across the places where the file is divided', QUOTE, 2 * MIB - 10],
  ['wrapped otherwise', 'The disk was\r\n\r\n   full at 10:42.', MIB - 15],
  ['beside letters of several bytes', `€${'é'.repeat(20)} ${QUOTE} ü`, MIB - 21],
])("words of a given file are nobody's, %s", (_, text, at) => {
  expect(search(fileWith(text, at))).toEqual([false]);
});

test('a quote that is much longer than the judge was told to give is not found', () => {
  const own = ['All was quiet on that day, and nobody knew why. '.repeat(100)];
  const quotes = [1000, 1001].map((length) => (own[0] ?? '').slice(0, length));
  expect(findQuotes({ quotes, own, given: { texts: [], files: [] } })).toEqual([true, false]);
});

test('a file without spaces is searched as well', () => {
  const file = Buffer.alloc(3 * MIB, 'x');
  file.write(QUOTE.replaceAll(' ', ''), MIB - 8);
  const own = [QUOTE.replaceAll(' ', '')];
  expect(findQuotes({ quotes: own, own, given: { texts: [], files: [file] } })).toEqual([false]);
});
