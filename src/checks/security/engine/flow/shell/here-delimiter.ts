import { unescapeAnsi } from './read-shell.ts';

/**
 * Bash alone knows `$'…'`; for dash the dollar sign is a part of the word. In `"${a:-'}"` the apostrophe begins a quotation
 * to Bash, but neither to dash nor to Bash that is called `sh`.
 */
export type ShellDialect = 'bash' | 'posix-bash' | 'dash';

/** The word behind `<<`. With any quotation mark in it, nothing in the body is expanded. */
export type HereDelimiter = { text: string; isQuoted: boolean; end: number };

const ENDS_WORD = /[ \t\n;&|()<>]/;

/**
 * Reads the word at `start` as shells do: quotation marks are removed wherever they are, and nothing is expanded. Null for an
 * expansion, which shells take in different ways.
 */
export function readDelimiter(
  source: string,
  start: number,
  limit: number,
  dialect: ShellDialect,
): HereDelimiter | null {
  let text = '';
  let at = start;
  let isQuoted = false;
  const next = (mark: string, from: number) => {
    const found = source.indexOf(mark, from);
    return found === -1 || found > limit ? limit : found;
  };
  while (at < limit) {
    const char = source.charAt(at);
    const two = source.slice(at, at + 2);
    if (ENDS_WORD.test(char)) break;
    if (char === '`' || two === '$(' || two === '${' || two === '$[') return null;
    if (two === '\\\n') at += 2;
    else if (char === '\\') {
      text += source.charAt(at + 1);
      isQuoted = true;
      at += 2;
    } else if (char === "'") {
      const end = next("'", at + 1);
      text += source.slice(at + 1, end);
      isQuoted = true;
      at = end + 1;
    } else if (char === '"') {
      const end = endOfQuoted(source, at + 1, '"', limit);
      text += source.slice(at + 1, end).replace(/\\(["\\$`])|\\\n/g, '$1');
      isQuoted = true;
      at = end + 1;
    } else if (two === "$'" && dialect !== 'dash') {
      const end = endOfQuoted(source, at + 2, "'", limit);
      text += unescapeAnsi(source.slice(at + 2, end));
      isQuoted = true;
      at = end + 1;
    } else if (two === '$"' && dialect !== 'dash') at += 1;
    else {
      text += char;
      at += 1;
    }
  }
  return { text, isQuoted, end: Math.min(at, limit) };
}

/** Returns the end of a quotation in which a backslash protects what follows it. */
export function endOfQuoted(source: string, from: number, mark: string, limit: number): number {
  let at = from;
  while (at < limit && source.charAt(at) !== mark) at += source.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, limit);
}
