import { countTokens as countWith, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * The tokenizer remembers words, 100,000 unless told otherwise. Once its memory is full, ordinary prose
 * takes twenty times as long, and each word may keep in memory the whole text that it came from.
 */
setMergeCacheSize(1000);

/** The texts are hostile: what looks like a control token of the tokenizer is ordinary text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Up to 1200 characters. The tokenizer begins a new word between a character and a space, after a letter
 * that no mark or apostrophe follows, and after a number: a portion that ends there has the tokens that it has
 * in the whole text. A portion ends elsewhere only if no such place is in sight.
 */
const PORTION = /.{1,1200}$|.{0,1199}(?:\S(?=[ \t])|\p{L}(?=[^\p{L}\p{M}'])|\p{N}(?=\P{N}))|.{1,1200}/gsu;

/** The tokenizer takes quadratic time for what it considers one word, and no real word is this long. */
const LONG_RUN = /[\p{L}\p{M}]{200}|[^\s\p{L}\p{N}]{200}|[\r\n/]{200}|\s{200}/gu;

/** Yields a text in portions, each of which takes a few milliseconds to count. */
export function* portionsOf(text: string): Generator<string> {
  for (const [portion] of text.matchAll(PORTION)) yield portion;
}

export function countTokens(portion: string): number {
  let tokens = 0;
  let from = 0;
  for (const { index, 0: run } of portion.matchAll(LONG_RUN)) {
    tokens += countWith(portion.slice(from, index + run.length), AS_TEXT);
    from = index + run.length;
  }
  return tokens + countWith(portion.slice(from), AS_TEXT);
}
