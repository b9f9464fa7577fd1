/** Characters that a reader cannot see, or that change how a terminal or a page shows the others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

const SHORT_ESCAPES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * A name, a path or an excerpt, with invisible characters written as escapes: if they were left out, two
 * names that differ only in them would look the same.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, escapeOf);
}

function escapeOf(character: string): string {
  return SHORT_ESCAPES.get(character) ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
