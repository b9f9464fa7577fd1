import { expect, test } from 'vitest';
import { normalised } from '../../src/base/normalised.ts';

test.each([
  ['NFC', 'e\u0301', '\u00e9'],
  ['NFC', '\uff21', '\uff21'],
  ['NFKC', '\uff21', 'A'],
  ['NFKC', 'a\uff9e', 'a\u3099'],
] as const)('%s of %j is %j', (form, text, expected) => {
  expect(normalised(text, form)).toBe(expected);
});

test.each([
  ['marks in the wrong order', '\u0301\u0316'],
  ['vowel signs', '\u0f72\u0f71'],
  ['half-width marks', '\uff9e\u0301'],
])('%s are put in order in linear time, however many follow one letter', (_what, marks) => {
  const text = `a${marks.repeat(2 ** 19)}b`;
  expect(normalised(text, 'NFC')).toHaveLength(normalised(`a${marks.repeat(15)}b`, 'NFC').length);
  expect(normalised(text, 'NFKC')).toMatch(/^[^b]{15,40}b$/);
});

test('as many marks as any writing system uses are kept', () => {
  const text = `q${'\u0316'.repeat(30)}`;
  expect(normalised(`${text} ${text}`, 'NFC')).toBe(`${text} ${text}`);
});
