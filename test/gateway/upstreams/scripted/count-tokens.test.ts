import fc from 'fast-check';
import { countTokens as countWith } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countTokens, portionsOf } from '../../../../src/gateway/upstreams/scripted/count-tokens.ts';

const AS_TEXT = { disallowedSpecial: new Set<string>() };

function countAll(text: string): number {
  return portionsOf(text).reduce((sum, portion) => sum + countTokens(portion), 0);
}

test.each([
  ['prose', 'The quick brown fox jumps over the lazy dog, again and again.\n'.repeat(500)],
  ['code', `${'-'.repeat(120)}\nconst x = { a: [1, 2, 3] };\n\n        return x;\n`.repeat(200)],
  ['Chinese', '\u654f\u6377\u7684\u68d5\u8272\u72d0\u72f8\u8df3\u8fc7\u4e86\u61d2\u72d7\u3002'.repeat(300)],
  ['a table', '\u2502  \u2500\u2500\u2500 \u2502 \u2713\n'.repeat(500)],
  ['packed JSON', JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `it's ${id}` })))],
  ['hexadecimal digits', '0123456789abcdef'.repeat(500)],
  ['text that looks like a control token', '<|endoftext|>'],
])('the token count of %s equals that of the tokenizer', (_, text) => {
  expect(countAll(text)).toBe(countWith(text, AS_TEXT));
});

test('counting in portions does not change the total for any mix of words, numbers, signs and spaces', () => {
  const word = fc.constantFrom(
    'word',
    'WORD',
    "it's",
    "'s",
    'e\u0301',
    '\u0301',
    '\u6f22\u5b57',
    '\u{1f469}\u200d',
  );
  const other = fc.constantFrom(
    '1',
    '12345',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '/',
    '!',
    '"',
    '_',
    '<|',
  );
  const text = fc.array(fc.oneof(word, other), { minLength: 500, maxLength: 2000 });
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('');
      expect(countAll(whole)).toBe(countWith(whole, AS_TEXT));
    }),
    { numRuns: 50 },
  );
});

test.each(['\u6f22', '\\', ' ', 'a', '\u0e01', '\u{1f469}\u200d', '/\n', '!!\u0301'])(
  'an endless run of %j is counted completely, one portion at a time',
  (unit) => {
    const text = unit.repeat(200_000 / unit.length);
    expect(countAll(text)).toBeGreaterThan(0);
    expect(countAll(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    expect(portionsOf(text).reduce((most, { length }) => Math.max(most, length), 0)).toBeLessThan(3000);
    expect([...portionsOf(text)].join('')).toBe(text);
  },
);
