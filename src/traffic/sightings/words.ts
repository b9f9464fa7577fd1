/**
 * Scripts that write no spaces: each of their characters stands for itself. A word of another script is told by its first
 * 64 characters: what has no break in it is no word, and a match without end overflows the stack of the engine.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?<![[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]])[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]{1,64}/gv;

/** As JSON writes it inside a string, once or several times over. */
const ESCAPE = /(?<!\\)\\+(?:u([0-9a-f]{4})|[nrt"'/])/gi;

/**
 * More marks on a letter than any writing puts there, which is where the Stream-Safe Text Format draws the line (UAX #15,
 * section 13): to put them in their order takes the square of their number.
 */
const MARKS_TOO_MANY = /(?<=[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]{1,1000}/gv;

/**
 * The words of a text without what a tool or a format may have put around or between them: case, wrapping, marks, JSON's
 * escapes. Numbers are left out, because they stand before lines that somebody counted.
 */
export function wordsOf(text: string): string[] {
  const plain = text.includes('\\') ? text.replaceAll(ESCAPE, unescaped) : text;
  const words = plain.replaceAll(MARKS_TOO_MANY, '').normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !/^\p{N}+$/v.test(word));
}

function unescaped(_: string, code: string | undefined): string {
  return code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16));
}
