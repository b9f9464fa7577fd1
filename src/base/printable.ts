import { stripVTControlCharacters } from 'node:util';

/** Control, formatting (zero width, direction changing), lone surrogate and private-use characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

/**
 * A text from outside as one line that can neither move a cursor, nor colour, nor hide or reorder what is shown. A
 * no-break space stays: it is visible, and keeps a number and its unit together.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[^\S\u00a0]/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/ +/g, ' ')
    .trim();
}
