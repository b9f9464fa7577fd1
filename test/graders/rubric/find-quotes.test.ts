import { describe, expect, test } from 'vitest';
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

const SAMPLE = `Dear Ada,
thank you so much for all that you did this year.
What lies between us is nothing that a good talk cannot clear up.
Illness kept me from 11 of our meetings.
Kind regards`;

const WORDS = SAMPLE.split(/\s+/);
const BETWEEN = ['\ua78f', '一', 'ㅡ', 'ㆍ', '\u217d', 'o', 'x', 'xx', 'iv', 'well', 'I would say'];
const NUMERALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const mapWords = (map: (word: string, at: number) => string) => WORDS.map(map).join(' ');

const row = (title: string, work: string) => [title, work] as const;

const isOwn = (work: string, given: string, quote = work) =>
  findQuotes({ quotes: [quote], own: [work], given: { texts: [], files: [Buffer.from(given)] } })[0];

describe('given words are not the own words of a work', () => {
  test.each<readonly [string, string]>([
    ['as they are', SAMPLE],
    ['with a marker before each line', SAMPLE.replaceAll(/^/gm, '- ')],
    ['with a marker before a short line', '> > > > > Dear Ada,'],
    ['in a table', SAMPLE.replaceAll(' ', ' | ')],
    ['in other cases', SAMPLE.toUpperCase()],
    ['with letters of another script', SAMPLE.replaceAll('a', '\u0430').replaceAll('o', '\u03bf')],
    ['with strokes for letters', SAMPLE.replaceAll(/[Il]/g, '|')],
    ['with digits for letters', SAMPLE.replaceAll('l', '1').replaceAll('o', '0')],
    ['with marks on letters', SAMPLE.replaceAll('e', 'e\u0323')],
    ['in letters for formulas', SAMPLE.replaceAll('t', '\u{1d42d}')],
    ['with a line left out', SAMPLE.split('\n').toSpliced(2, 1).join(' ')],
    ['with all short lines alone', 'Dear Ada, Kind regards, Dear Ada'],
    ['in another order', SAMPLE.split('\n').toReversed().join('\n')],
    ['with a word or two between them', SAMPLE.replaceAll('\n', ' well, ')],
    ['after a few words', `As I can see it now: ${SAMPLE}`],
    ...BETWEEN.map((one) => row(`with "${one}" between words`, SAMPLE.replaceAll(/\s/g, ` ${one} `))),
    ...BETWEEN.map((one) => row(`with "${one}" before lines`, SAMPLE.replaceAll(/^/gm, `${one} `))),
    ['with a letter that looks like a dot for each space', SAMPLE.replaceAll(/\s/g, '\ua78f')],
    ['with a number before each word', mapWords((word, at) => `${at + 1}. ${word}`)],
    ['with a long number before each word', mapWords((word, at) => `${10_001 + 7 * at} ${word}`)],
    ['with another short word before each word', mapWords((word, at) => `${NUMERALS[at % 10]} ${word}`)],
    ['with words sorted', WORDS.toSorted().join(' ')],
    ['with words swapped in pairs', mapWords((word, at) => WORDS[at % 2 === 0 ? at + 1 : at - 1] ?? word)],
    ['with words in reversed order', WORDS.toReversed().join(' ')],
    ['with each word twice', mapWords((word) => `${word} ${word}`)],
    ['with each word doubled', SAMPLE.replaceAll(/(\w+)/g, '$1$1')],
    ['with words joined in pairs, swapped', SAMPLE.replaceAll(/(\w+)\s+(\w+)/g, '$2$1')],
    ['with words divided by hyphens', SAMPLE.replaceAll(/(\w\w)(?=\w)/g, '$1-')],
    ['with words divided by spaces and letters', SAMPLE.replaceAll(/(\w\w)(?=\w\w)/g, '$1 o ')],
    ['with letters apart after a word', `Wonderful: ${SAMPLE.replaceAll(/(\w)/g, '$1 ')}`],
    ['with letters apart and others between', SAMPLE.replaceAll(/(\w)/g, '$1 o ')],
    ['with one letter more in each word', SAMPLE.replaceAll(/\b(\w\w)(?=\w\w)/g, '$1x')],
    ['with an ending behind each word', SAMPLE.replaceAll(/(\w)\b/g, '$1ly')],
  ])('%s', (_, work) => {
    expect(isOwn(work, SAMPLE)).toBe(false);
  });

  test.each([
    ['as they are', (words: readonly string[]) => words.join(' ')],
    ['with a letter between them', (words: readonly string[]) => words.join(' ꞏ ')],
    [
      'with numbers between them',
      (words: readonly string[]) => words.map((word, at) => `${at}. ${word}`).join(' '),
    ],
    ['in reversed order', (words: readonly string[]) => words.toReversed().join(' ')],
    ['sorted', (words: readonly string[]) => words.toSorted().join(' ')],
    ['twice each', (words: readonly string[]) => words.map((word) => `${word} ${word}${word}`).join(' ')],
    [
      'each after another word',
      (words: readonly string[]) => words.map((word) => `really ${word}`).join(' '),
    ],
  ])('of a long text, %s', (_, write) => {
    const given = `${'Nobody knows how long it takes until the ferry comes back. '.repeat(100)}${SAMPLE}`;
    expect(isOwn(write(WORDS.slice(2, 26)), given)).toBe(false);
  });

  const CHINESE = '感谢您这一年所做的一切，希望很快能再次见到您和您的家人';
  test.each([
    ['as they are', CHINESE],
    ['with another between them', [...CHINESE].join('之')],
    ['with a Latin letter between them', [...CHINESE].join(' o ')],
    ['in reversed order', [...CHINESE].toReversed().join('')],
    ['twice each', [...CHINESE].map((letter) => letter + letter).join('')],
  ])('in a script without spaces, %s', (_, work) => {
    expect(isOwn(work, CHINESE)).toBe(false);
  });

  test('in pieces of several given texts', () => {
    const given = {
      texts: ['Write a friendly note to the head of the office.'],
      files: [Buffer.from(SAMPLE)],
    };
    const own = ['A friendly note to the head of the office: thank you so much for all that you did.'];
    expect(findQuotes({ quotes: own, own, given })).toEqual([false]);
  });

  test('where they stand in a long file', () => {
    const file = fileWith('The disk was full at 10:42, and nobody had seen it.', MIB - 15);
    const quotes = ['* The disk was full, and nobody had seen it!'];
    expect(findQuotes({ quotes, own: quotes, given: { texts: [], files: [file] } })).toEqual([false]);
  });
});

describe('work that repeats given words beside its own keeps its quotes', () => {
  const LOG = '2026-03-01 10:42 ERROR disk full on /dev/sda1\n2026-03-01 10:43 WARN retrying in 30 s\n';
  const TABLE = 'name,status,amount\nAda Lovelace,paid,33.50\nCharles Babbage,open,1204.00\n';
  test.each([
    ['a summary', LOG, 'At 10:42 the server stopped because the disk full error came up on /dev/sda1.'],
    ['a citation', LOG, 'The cause is "ERROR disk full on /dev/sda1", as the log says.'],
    ['a translated line', TABLE, '| Charles Babbage | noch offen | 1.204,00 |'],
    ['a translated heading', TABLE, '| Name | Zustand | Betrag |'],
    ['a sum', TABLE, 'Total amount: 1237.50'],
    ['the border of a table', `${TABLE}|---|---|---|`, '| --- | --- | --- |'],
    [
      'an answer to a letter',
      SAMPLE,
      'Dear Bob, it was no trouble at all, and thank you so much for writing.',
    ],
    ['a short text', 'Room 3, then room 13\n', 'Room 13'],
    ['a short text in place of another', '2\n', '21'],
    ['words that are as short', 'Ask for the day and the hour.', 'Monday 4 March'],
    [
      'a reply that takes up many words',
      SAMPLE,
      'Dear Ada, the meetings that you had to miss this year were not important.',
    ],
    [
      'a reply in short words',
      'The lid broke. Can I have my money back?',
      'Sorry about the lid: your money is on its way.',
    ],
    ['numbers alone', TABLE, '2026-03-14, 1237.50'],
    [
      'a form filled in',
      'Name:\nAddress:\nReason:\n',
      'Name: Ada Lovelace, Address: St James Square, Reason: moved house',
    ],
    ['words in a script without spaces', '请写一封友好的信', '亲爱的艾达，感谢您这一年所做的一切'],
  ])('%s', (_, given, work) => {
    expect(isOwn(work, given)).toBe(true);
  });

  test('among so many given words that each few of them stand somewhere', () => {
    const words = SAMPLE.split(/\s+/);
    const pairs = words.flatMap((one) => words.map((other) => `${one} ${other}.`));
    const given = `${pairs.join(' ')} `.repeat(40);
    expect(isOwn('Thank you, Ada, this is nothing between us.', given)).toBe(true);
  });
});
