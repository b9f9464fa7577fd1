import type { QuoteWord } from './quote-words.ts';

/** So many letters in words of its own are enough for a quote, or half of all, but no less than a quarter. */
const ENOUGH_LETTERS = 8;
/** Given words that are no longer may stand among somebody's own. */
const LONGEST_COMMON_WORD = 3;

/**
 * Tells whether enough of a quote's words are its own. Words count once each, and own ones only where several stand together,
 * so that what is put between given words does not count. Numbers count as much as words at most, or where there is nothing
 * else.
 */
export function isOwn(words: readonly QuoteWord[]): boolean {
  const others = words.filter(({ kind }) => kind === 'other');
  const all = lengthOf(unique(words.filter(({ kind }) => kind !== 'other'))) + lengthOf(others);
  const least = Math.min(ENOUGH_LETTERS, all / 4);
  const letters = stretchesOf(words)
    .map(lengthOf)
    .filter((length) => length >= least)
    .reduce((sum, length) => sum + length, 0);
  const numbers = lengthOf(unique(words).filter(({ kind, isGiven }) => kind === 'number' && !isGiven));
  if (words.every(({ kind }) => kind === 'number')) return numbers >= all / 2;
  const enough = Math.max(Math.min(ENOUGH_LETTERS, all / 2), all / 4);
  return letters + Math.min(letters, numbers) >= enough;
}

/** The own words that stand together, each where it is first. */
function stretchesOf(words: readonly QuoteWord[]): QuoteWord[][] {
  const first = new Set(unique(words));
  let stretch: QuoteWord[] = [];
  const stretches = [stretch];
  for (const word of words) {
    if (word.isGiven && word.length > LONGEST_COMMON_WORD) {
      stretch = [];
      stretches.push(stretch);
    }
    if (!word.isGiven && first.has(word) && (word.kind === 'word' || word.kind === 'sign'))
      stretch.push(word);
  }
  return stretches;
}

function unique(words: readonly QuoteWord[]): QuoteWord[] {
  return [...new Map(words.toReversed().map((word) => [word.bare, word])).values()];
}

function lengthOf(words: readonly QuoteWord[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}
