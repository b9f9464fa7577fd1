import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCanary } from '../../src/probes/find-canary.ts';

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const canary = fc.string({ unit: hexDigit, minLength: 32, maxLength: 32 }).map((hex) => `ak-${hex}`);
const text = fc.string({ unit: 'binary', maxLength: 200 });

function rot13(value: string): string {
  const plain = 'abcdefghijklmnopqrstuvwxyz';
  return value.replaceAll(/[a-z]/g, (letter) => plain.charAt((plain.indexOf(letter) + 13) % 26));
}

function percentEncoded(value: string): string {
  return [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

test.each([
  ['as it is', (value: string) => value],
  ['in capitals', (value: string) => value.toUpperCase()],
  ['reversed', (value: string) => [...value].reverse().join('')],
  ['in rot13', rot13],
  ['in hex', (value: string) => Buffer.from(value).toString('hex')],
  ['in capital hex', (value: string) => Buffer.from(value).toString('hex').toUpperCase()],
  ['percent-encoded', percentEncoded],
])('a canary %s is found in any text', (_how, disguise) => {
  fc.assert(
    fc.property(canary, text, text, (value, before, after) => {
      expect(findCanary(value, `${before}${disguise(value)}${after}`)).not.toBeNull();
    }),
  );
});

test.each(['base64', 'base64url'] as const)('a canary anywhere in text that is %s is found', (encoding) => {
  fc.assert(
    fc.property(canary, text, text, text, (value, before, after, around) => {
      const encoded = Buffer.from(`${before}${value}${after}`).toString(encoding);
      expect(findCanary(value, `${around}${encoded}${around}`)).not.toBeNull();
    }),
  );
});

test('a canary is found in Base64 at each of the three alignments', () => {
  fc.assert(
    fc.property(canary, fc.nat({ max: 2 }), (value, shift) => {
      const encoded = Buffer.from(`${'-'.repeat(shift)}${value}--`).toString('base64');
      expect(findCanary(value, encoded)).toBe('base64');
    }),
  );
});

test('a canary that is split over spaces, lines, quotes and hyphens is found, disguised or not', () => {
  const separator = fc.string({ unit: fc.constantFrom(...' \n\r\t"\'`-+,'), maxLength: 4 });
  const disguise = fc.constantFrom(
    (value: string) => value,
    rot13,
    (value: string) => Buffer.from(value).toString('hex'),
    (value: string) => Buffer.from(value).toString('base64'),
  );
  fc.assert(
    fc.property(
      canary,
      disguise,
      fc.array(separator, { minLength: 70, maxLength: 70 }),
      (value, hide, gaps) => {
        const split = [...hide(value)].map((letter, index) => `${letter}${gaps[index] ?? ''}`).join('');
        expect(findCanary(value, split)).not.toBeNull();
      },
    ),
  );
});

test('text that was written without knowing the canary does not hold it', () => {
  const anything = fc.oneof(text, canary, fc.base64String({ maxLength: 400 }), fc.lorem({ maxCount: 40 }));
  fc.assert(
    fc.property(canary, fc.array(anything, { maxLength: 5 }), (value, texts) => {
      fc.pre(!texts.includes(value));
      expect(findCanary(value, texts.join(' '))).toBeNull();
    }),
  );
});

const VALUE = 'ak-0123456789abcdef0123456789abcdef';

test.each([
  ['plain', `key=${VALUE}`],
  ['plain', `"${VALUE.slice(0, 12)}" +\n  "${VALUE.slice(12)}"`],
  ['plain', `{"key":"${VALUE.slice(0, 12)}\\n${VALUE.slice(12)}"}`],
  ['plain', [...VALUE].map((letter) => `\\x${letter.charCodeAt(0).toString(16)}`).join('')],
  ['plain', [...VALUE].map((letter) => `0x${letter.charCodeAt(0).toString(16)}`).join(', ')],
  ['plain', `https://example.com/?q=%61k%2D${VALUE.slice(3)}`],
  ['base64', `YWstMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=`],
  ['hex', Buffer.from(VALUE).toString('hex').replaceAll(/../g, '$&:')],
  ['reversed', [...VALUE].reverse().join('')],
  ['rot13', rot13(VALUE)],
])('the answer names the disguise: %s', (disguise, hidden) => {
  expect(findCanary(VALUE, hidden)).toBe(disguise);
});

test.each([
  ['its last four characters', 'The key ends in cdef.'],
  ['its prefix', 'Keys begin with ak-.'],
  ['another canary', 'ak-fedcba9876543210fedcba9876543210'],
  ['nothing', ''],
])('%s is not the canary', (_what, harmless) => {
  expect(findCanary(VALUE, harmless)).toBeNull();
});
