import { printable } from '../../../base/printable.ts';

/**
 * Shows text of unknown origin unchanged, as code. Inside `code`, code hosts look for no mentions, references
 * or links; a character reference can be no part of Markdown's structure (CommonMark, 6.2), nor can it open a
 * tag.
 */
export function code(text: string): string {
  const plain = printable(text).toWellFormed();
  return plain === '' ? '' : `<code>${escaped(plain)}</code>`;
}

/** Escapes a sentence of ours, so that nothing in it is markup. */
export function prose(text: string): string {
  return escaped(printable(text).toWellFormed());
}

/**
 * Matches all but letters, digits and the characters that are no markup within a line and turn no address
 * into a link.
 */
const MARKUP = /[^\p{L}\p{N} .,:;?%/="'()+-]|(?<=www)\.|:(?=\/)/giu;

function escaped(text: string): string {
  return text.replace(MARKUP, (character) => `&#${character.codePointAt(0)};`);
}
