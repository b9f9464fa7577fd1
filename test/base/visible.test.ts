import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible } from '../../src/base/visible.ts';

test.each([
  ['evil\u001b[2Jname.txt', 'evil\\u{1b}[2Jname.txt'],
  ['photo\u202egpj.exe', 'photo\\u{202e}gpj.exe'],
  ['a\nb\tc\r', 'a\\nb\\tc\\r'],
  ['naïve 表計算 🎉.txt', 'naïve 表計算 🎉.txt'],
])('invisible characters in %j are written as escapes', (name, shown) => {
  expect(visible(name)).toBe(shown);
});

test('any name becomes fully visible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
    }),
  );
});
