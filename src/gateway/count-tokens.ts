import { countTokens as countWith } from 'gpt-tokenizer/encoding/o200k_base';

/** Texts are hostile: what looks like a control token of the tokenizer is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

export function countTokens(text: string): number {
  return countWith(text, AS_TEXT);
}
