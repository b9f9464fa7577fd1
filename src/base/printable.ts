import { stripVTControlCharacters } from 'node:util';

/** Control, formatting (zero width, direction changing), lone surrogate and private-use characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

/** A text from outside as one line that can neither move a cursor, nor colour, nor hide or reorder what is shown. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\s/gu, ' ').replace(UNSEEN, '').replace(/ +/g, ' ').trim();
}
