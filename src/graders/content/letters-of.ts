import { likenessOf } from './look-alikes.ts';
import { unfolded } from './unwanted-text.ts';

const NOT_ASCII = /[^\0-\u007f]/gu;
/** Some letters are not seen, and modifier letters are written like apostrophes. */
const WITHIN_WORDS = /[\p{M}\p{Lm}\p{Default_Ignorable_Code_Point}]+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
const BETWEEN_ASCII_WORDS = /[^A-Za-z0-9]+/g;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/gu;
const LAST_ASCII = 0x7f;
const SPACES = / {2,}/g;

/**
 * The words of a text without case and marks, the same for all that look alike but for digits, with one space between them.
 * Letters of scripts without spaces are words of their own. What a character gives does not depend on those beside it.
 */
export function wordsIn(text: string): string {
  if (text.search(NOT_ASCII) === -1) return text.replace(BETWEEN_ASCII_WORDS, ' ').toUpperCase();
  const alike = unfolded(text).replace(NOT_ASCII, likenessOf);
  const spaced = alike.replace(WITHIN_WORDS, '').replace(BETWEEN_WORDS, ' ').replace(SPACELESS, ' $& ');
  return spaced.replace(SPACES, ' ').toUpperCase();
}

/** Writes digits as the letters that they look like. */
export function withoutDigits(words: string): string {
  return words.replace(/[I1]/g, 'L').replaceAll('0', 'O');
}

/** The letters and digits of a text and nothing else, the same for all that look alike. */
export function lettersOf(text: string): string {
  return withoutDigits(wordsIn(text)).replaceAll(' ', '');
}

/** Whether a word is a letter of a script that has no spaces between words. */
export function isSpaceless(word: string): boolean {
  return word.charCodeAt(0) > LAST_ASCII && word.search(SPACELESS) !== -1;
}
