import { normalised } from '../base/normalised.ts';

/** A text of less would be found in another one by chance once in a million. */
const ENOUGH = 6;
/** A word is one of some ten thousand, however long it is. */
const OF_A_WORD = 4;

/** Whether a text says so much that it does not stand in another one by chance. A single word does not. */
export function saysMuch(text: string): boolean {
  return decimalDigitsOf(text) >= ENOUGH;
}

/** What a text says, in decimal digits: the logarithm of how many others might stand in its place. */
function decimalDigitsOf(text: string): number {
  const parts = normalised(text, 'NFKC').match(/\p{L}+|\p{N}/gu) ?? [];
  return parts.reduce((sum, part) => sum + (/\p{N}/u.test(part) ? 1 : Math.min(OF_A_WORD, part.length)), 0);
}
