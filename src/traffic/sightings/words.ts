/**
 * In scripts that write no spaces, each character counts as a word. A word of another script is
 * identified by its first 64 characters: what goes on without a break is not a word, and an unbounded
 * match overflows the engine's stack.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?<![[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]])[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]{1,64}/gv;

/** Escapes as JSON writes them inside a string, once or several times over. */
const ESCAPE = /(?<!\\)\\+(?:u([0-9a-f]{4})|[nrt"'/])/gi;

/**
 * More combining marks on a letter than any writing system uses; the Stream-Safe Text Format draws the line
 * there too (UAX #15, section 13). Normalisation puts them in order, which takes quadratic time.
 */
const MARKS_TOO_MANY = /(?<=[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]{1,1000}/gv;

/**
 * The words of a text without what a tool or a format may have changed or inserted: case, wrapping, marks,
 * JSON escapes. Numbers are left out, because they may be line numbers.
 */
export function wordsOf(text: string): string[] {
  const plain = text.includes('\\') ? text.replaceAll(ESCAPE, unescaped) : text;
  const words = plain.replaceAll(MARKS_TOO_MANY, '').normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !/^\p{N}+$/v.test(word));
}

function unescaped(_: string, code: string | undefined): string {
  return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
}
