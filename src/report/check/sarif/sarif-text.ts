import { printable } from '../../../base/printable.ts';

/**
 * Escapes a text for a SARIF message. Braces are doubled, because single ones are placeholders (SARIF 2.1.0,
 * 3.11.5); a closing bracket and an opening parenthesis are separated, because together they make a link
 * (3.11.6).
 */
export function sarifText(text: string): { text: string } {
  const plain = printable(text).toWellFormed();
  return { text: plain.replace(/[{}]/g, '$&$&').replaceAll('](', '] (') };
}
