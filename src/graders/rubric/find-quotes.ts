import { asRead } from '../content/as-read.ts';
import { lettersOf, wordsIn } from '../content/letters-of.ts';
import { GivenPassages } from './given-passages.ts';
import { GivenRuns } from './given-runs.ts';
import { GivenVocabulary, MOST_VOCABULARY_CHARACTERS } from './given-vocabulary.ts';
import { isOwn } from './is-own.ts';
import { type Known, stretchesOf } from './known-texts.ts';
import { bareWord, type QuoteWord, quoteWordsOf } from './quote-words.ts';

/** Quotes of the work, and where they may stand: `own` is what the agent made, `given` the words of its task. */
export type QuoteSearch = { quotes: readonly string[]; own: readonly string[]; given: Known };

/** A shorter quote stands in nearly any text. */
const LEAST_CHARACTERS = 12;
/** The judge is told to give two hundred at most. To look for a passage takes time that grows with its length. */
const MOST_CHARACTERS = 1000;
/** Letters of scripts without spaces get one before and one behind, and a letter may stand for several. */
const LONGEST_FORM = 4 * MOST_CHARACTERS;

/**
 * Tells of each quote whether it stands in what the agent made, however it is wrapped, and has enough words of its own. Words
 * of the task are nobody's own wherever they are put, also those of files that were given. A quote may be short only if it is
 * a whole text, and one that is much longer than was asked for is not looked for.
 */
export function findQuotes({ quotes, own, given }: QuoteSearch): boolean[] {
  const wanted = quotes.map((quote) => (quote.length > MOST_CHARACTERS ? '' : plain(quote)));
  const texts = own.map(plain);
  const isFound = wanted.map((quote) => quote !== '' && texts.some((text) => stands(quote, text)));
  if (!isFound.includes(true)) return isFound;
  const isOwn = areOwn(wanted, given);
  return isFound.map((found, at) => found && isOwn[at] === true);
}

function stands(quote: string, text: string): boolean {
  return isShort(quote) ? text === quote : text.includes(quote);
}

function isShort(quote: string): boolean {
  return quote.length < LEAST_CHARACTERS;
}

function plain(text: string): string {
  return asRead(text, ['spaces']);
}

function areOwn(quotes: readonly string[], given: Known): boolean[] {
  const words = quotes.map((quote) => (isShort(quote) ? [] : quoteWordsOf(quote)));
  markGivenWords(words, given);
  const whole = shortTextsIn(given);
  return quotes.map((quote, at) => (isShort(quote) ? !whole.has(lettersOf(quote)) : isOwn(words[at] ?? [])));
}

function markGivenWords(quotes: readonly QuoteWord[][], given: Known): void {
  const givenLength = lengthOf(given);
  const runs = new GivenRuns(quotes, { givenLength });
  const passages = new GivenPassages(quotes);
  const vocabulary: string[] = [];
  for (const stretch of stretchesOf(given, { as: wordsIn, overlap: LONGEST_FORM })) {
    const words = stretch.split(' ').map(bareWord);
    runs.read(words.join(''));
    passages.read(words);
    if (givenLength <= MOST_VOCABULARY_CHARACTERS) vocabulary.push(...words);
  }
  runs.mark();
  const known = new GivenVocabulary(vocabulary.filter((word) => word !== ''));
  for (const words of quotes) known.mark(words);
}

function lengthOf({ texts, files }: Known): number {
  return [...texts, ...files].reduce((sum, { length }) => sum + length, 0);
}

/** The given texts that a short quote may be, by their letters. */
function shortTextsIn({ texts, files }: Known): Set<string> {
  const short = files.filter(({ length }) => length <= MOST_CHARACTERS);
  const decoder = new TextDecoder();
  const all = [...texts, ...short.map((file) => decoder.decode(file))].map(lettersOf);
  return new Set(all.filter((letters) => letters !== ''));
}
