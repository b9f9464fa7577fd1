import { countTokens as countWith } from 'gpt-tokenizer/encoding/o200k_base';

/** Texts are hostile: what looks like a control token of the tokenizer is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** What the tokenizer takes for one word takes it the square of its length, and no word is so long. */
const LONG_RUN = /[\p{L}\p{M}]{200}|[^\s\p{L}\p{M}\p{N}]{200}|\s{200}/gu;

export function countTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    tokens += countWith(text.slice(from, index + run.length), AS_TEXT);
    from = index + run.length;
  }
  return tokens + countWith(text.slice(from), AS_TEXT);
}
