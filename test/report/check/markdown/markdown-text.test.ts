import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../../../src/base/printable.ts';
import { code, prose } from '../../../../src/report/check/markdown/markdown-text.ts';

/** What a renderer makes of a text without markup. */
function rendered(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)));
}

const PIECES = [
  '<',
  '>',
  '&',
  '`',
  '*',
  '_',
  '[',
  ']',
  '(',
  ')',
  '|',
  '\\',
  '#',
  '@',
  '~',
  '$',
  '!',
  '{',
  '}',
];
const WORDS = [
  'a',
  ' ',
  '\n',
  'www.',
  'http://',
  '&lt;',
  '&#60;',
  '<!--',
  '-->',
  ':tada:',
  '\u202e',
  '😀',
  '^',
];
const text = fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 30 }).map((parts) => parts.join(''));

test('text without its markup is the text that was to be shown', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(rendered(prose(any))).toBe(printable(any).toWellFormed());
    }),
  );
});

test('no text introduces markup, a tag, a cell, a mention or a link', () => {
  fc.assert(
    fc.property(text, (any) => {
      const inner = code(any)
        .replace(/^<code>|<\/code>$/g, '')
        .replaceAll(/&#\d+;/g, '');
      expect(inner).not.toMatch(/[<>&`*_[\]|\\#@~$!{}^\n]|www\.|:\//i);
    }),
  );
});

test('invisible text gives no code element', () => {
  expect(code('\u200b\n')).toBe('');
});
