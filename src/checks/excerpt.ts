import { maskSecrets } from './mask-secrets.ts';

const EXCERPT_LENGTH = 160;

/** Looked at, so that a line of megabytes costs no more than any other, and a secret in the excerpt is seen whole. */
const WINDOW = 4096;

/** Characters that a reader cannot see, or that change how a terminal or a page shows the others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

const SHORT_ESCAPES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The one way a skill's text gets into a report: secrets masked, nothing invisible, at most 160 characters. */
export function excerptOf(text: string): string {
  const visible = maskSecrets(text.slice(0, WINDOW)).replace(INVISIBLE, escapeOf);
  const characters = [...visible];
  return characters.length <= EXCERPT_LENGTH
    ? visible
    : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}

function escapeOf(character: string): string {
  return SHORT_ESCAPES.get(character) ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
