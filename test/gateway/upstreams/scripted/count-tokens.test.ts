import { countTokens as countWith } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countTokens } from '../../../../src/gateway/upstreams/scripted/count-tokens.ts';

test.each([
  ['prose', 'The quick brown fox jumps over the lazy dog, again and again.\n'.repeat(500)],
  ['code', `${'-'.repeat(120)}\nconst x = { a: [1, 2, 3] };\n\n        return x;\n`.repeat(200)],
  ['what looks like a control token', '<|endoftext|>'],
])('the tokens of %s are those of the tokenizer', (_, text) => {
  expect(countTokens(text)).toBe(countWith(text, { disallowedSpecial: new Set<string>() }));
});

test.each(['漢', '\\', ' ', 'a', 'ก', '👩\u200d'])(
  'a run of %j without an end is counted to its end',
  (unit) => {
    const text = unit.repeat(200_000);
    expect(countTokens(text)).toBeGreaterThan(0);
    expect(countTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
  },
);
