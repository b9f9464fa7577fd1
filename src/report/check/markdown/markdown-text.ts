import { printable } from '../../../base/printable.ts';

/**
 * A text of unknown origin as it is, in the type of code. Inside `code`, hosts look for neither mentions nor references
 * nor links; a character reference can be no part of Markdown's structure (CommonMark, 6.2) nor open a tag.
 */
export function code(text: string): string {
  const plain = printable(text).toWellFormed();
  return plain === '' ? '' : `<code>${escaped(plain)}</code>`;
}

/** A sentence of our own, in which nothing is markup either. */
export function prose(text: string): string {
  return escaped(printable(text).toWellFormed());
}

/** Left as they are: letters, digits, and what is no markup within a line and makes no address a link. */
const MARKUP = /[^\p{L}\p{N} .,:;?%/="'()+-]|(?<=www)\.|:(?=\/)/giu;

function escaped(text: string): string {
  return text.replace(MARKUP, (character) => `&#${character.codePointAt(0)};`);
}
