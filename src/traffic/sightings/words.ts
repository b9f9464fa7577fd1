import { normalised } from '../../base/normalised.ts';

/**
 * In scripts that write no spaces, each character counts as a word. A word of another script is
 * identified by its first 64 characters: what goes on without a break is not a word, and an unbounded
 * match overflows the engine's stack.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?<![[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]])[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]{1,64}/gv;

/** Escapes as JSON writes them inside a string, up to six times over: an unbounded run overflows the engine's stack. */
const ESCAPE = /(?<!\\)\\{1,64}(?:u([0-9a-f]{4})|[nrt"'/])/gi;

/**
 * The words of a text without what a tool or a format may have changed or inserted: case, wrapping, marks,
 * JSON escapes. Numbers are left out, because they may be line numbers.
 */
export function wordsOf(text: string): string[] {
  const plain = text.includes('\\') ? text.replaceAll(ESCAPE, unescaped) : text;
  const words = normalised(plain, 'NFKC').toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !/^\p{N}+$/v.test(word));
}

function unescaped(_: string, code: string | undefined): string {
  return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
}
