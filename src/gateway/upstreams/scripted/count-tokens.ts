import { countTokens as countWith } from 'gpt-tokenizer/encoding/o200k_base';

/** The texts are hostile: what looks like a control token of the tokenizer is ordinary text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** The tokenizer takes quadratic time for what it considers one word, and no real word is this long. */
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
