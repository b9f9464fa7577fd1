import { likenessOf } from './look-alikes.ts';
import { unfolded } from './unwanted-text.ts';

const NOT_ASCII = /[^\0-\u007f]/gu;
/** Some letters are not seen, and modifier letters are written like apostrophes. */
const NO_LETTERS = /[^[\p{L}\p{N}]--[\p{Lm}\p{Default_Ignorable_Code_Point}]]+/gv;

/**
 * The letters and digits of a text and nothing else, without case and marks, and the same for all that look alike. What a
 * character gives does not depend on those beside it.
 */
export function lettersOf(text: string): string {
  const alike = unfolded(text).replace(NOT_ASCII, likenessOf);
  return alike.replace(NO_LETTERS, '').toUpperCase().replace(/[I1]/g, 'L').replaceAll('0', 'O');
}
