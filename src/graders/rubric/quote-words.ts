import { isSpaceless, withoutDigits, wordsIn } from '../content/letters-of.ts';

/**
 * A word of a quote. A `sign` is a letter of a script without spaces. A single letter, also a repeated one, and what has
 * letters and digits in it is `other`, and never somebody's own.
 */
export type QuoteWord = {
  kind: 'word' | 'sign' | 'number' | 'other';
  /** Its letters without strokes, which may be written as the border of a table. */
  bare: string;
  length: number;
  isGiven: boolean;
};

const STROKES = 'L';
export function quoteWordsOf(text: string): QuoteWord[] {
  const words = wordsIn(text)
    .split(' ')
    .filter((word) => word !== '');
  return words.map((word) => ({
    kind: kindOf(word),
    bare: bareWord(word),
    length: word.length,
    isGiven: false,
  }));
}

/** The form in which words are compared: without strokes, and a word that is repeated without a space only once. */
export function bareWord(word: string): string {
  const bare = withoutStrokes(withoutDigits(word));
  if (bare.length < 2) return bare;
  // Nothing shorter repeats in a word whose first letter stands nowhere else in it.
  return bare.indexOf(bare.charAt(0), 1) === -1 ? bare : bare.slice(0, (bare + bare).indexOf(bare, 1));
}

export function withoutStrokes(letters: string): string {
  return letters.replaceAll(STROKES, '');
}

function kindOf(word: string): QuoteWord['kind'] {
  if (/^\p{N}+$/u.test(word)) return 'number';
  if (/\p{N}/u.test(word)) return 'other';
  if (isSpaceless(word)) return 'sign';
  return new Set(withoutDigits(word)).size > 1 ? 'word' : 'other';
}
