import { expect, test } from 'vitest';
import { judge } from './judging.ts';

test.each([
  ['contains all texts', { contains: ['one', 'two three'] }, 'One? one\ntwo   three'],
  ['contains no unwanted text', { lacks: ['four'] }, 'one'],
  ['matches all patterns', { matches: ['^two \\d+$', '(?i)ONE'], matchesNone: ['^two$'] }, 'one\ntwo 22\n'],
  ['has what nobody sees within a match', { matches: ['^one$'] }, 'o\u200bne'],
  ['is the whole text, with other spaces', { equals: 'one two' }, '  one\n\ttwo\n'],
  ['is the whole text in another case', { equals: 'One', ignore: ['case', 'spaces'] }, 'oNE\n'],
  [
    'is the whole text with other punctuation',
    { equals: 'a b', ignore: ['punctuation', 'spaces'] },
    'a, “b”!',
  ],
  ['writes a letter in another way', { equals: '\u00e9' }, 'e\u0301'],
])('a file that %s passes', (_what, grader, found) => {
  expect(judge({ kind: 'text', ...grader }, found)).toMatchObject({
    passed: true,
    detail: 'out is as expected',
  });
});

test.each([
  ['lacks a text', { contains: ['one', 'four'] }, 'one', 'out does not contain "four"'],
  ['contains an unwanted text', { lacks: ['o n e'] }, 'o  n\ne', 'out contains "o n e"'],
  ['hides an unwanted text', { lacks: ['one'] }, 'o\u200bn\u00ad\u034f\0e', 'out contains "one"'],
  ['matches no pattern', { matches: ['^two$'] }, 'one two', 'out does not match ^two$'],
  ['matches only by its first line', { matches: ['(?-m:^one$)'] }, 'one\ntwo', 'out does not match'],
  ['hides an unwanted match', { matchesNone: ['one'] }, 'o\u200bne', 'out matches one'],
  ['has an unwanted match in what nobody sees', { matchesNone: ['\\x{200b}'] }, 'o\u200bne', 'out matches'],
  [
    'keeps a backtracking engine busy',
    { matches: ['^(a+)+$'] },
    `${'a'.repeat(50_000)}b`,
    'out does not match',
  ],
  ['breaks a letter up', { lacks: ['\u00e9'] }, 'e\u200d\u0301', 'out contains "\u00e9"'],
  ['has another text', { equals: 'one' }, 'one two', 'out has another text than expected'],
  ['has other spaces where they count', { equals: 'a b', ignore: [] }, 'a  b', 'out has another text'],
  ['is too long', { contains: ['a'] }, Buffer.alloc(17 * 1024 ** 2, 'a'), 'out has more than 16 MiB'],
  ['is not text', { contains: ['a'] }, Buffer.from([0x61, 0xff]), 'out is not text in UTF-8'],
])('a file that %s fails', (_what, grader, found, detail) => {
  expect(judge({ kind: 'text', ...grader }, found)).toMatchObject({
    passed: false,
    detail: expect.stringContaining(detail),
  });
});

const UNWANTED = { lacks: ['operator error'], ignore: ['case', 'spaces', 'punctuation'] };

test.each([
  ['with a blank letter as a space', 'operator\u2800error'],
  ['with a filler as a space', 'operator\u3164error'],
  ['with a filler in a word', 'oper\u115fator error'],
  ['with narrow spaces', 'o\u200aper\u2009ator error'],
  ['in wide letters', '\uff4f\uff50\uff45\uff52\uff41\uff54\uff4f\uff52 \uff45rror'],
  ['in letters of mathematics', '\u{1d428}\u{1d429}erator error'],
  ['in Cyrillic letters', '\u043e\u0440\u0435r\u0430t\u043er error'],
  ['in Greek capitals', '\u039f\u03a1\u0395R\u0391\u03a4\u039fR ERROR'],
  ['in small capitals', '\u1d0f\u1d18\u1d07\u0280\u1d00\u1d1b\u1d0f\u0280 error'],
  ['in letters in squares', '\u{1f17e}\u{1f17f}\u{1f174}rator error'],
  ['with marks', 'operator e\u0332r\u0308r\u00f2\u0332r'],
  ['with strokes', '\u00f8perat\u00f8r error'],
  ['with symbols as spaces', 'operator`error'],
  ['with symbols in words', 'oper^ator err|or'],
  ['with a private character', 'oper\ue000ator error'],
  ['from right to left', '\u202erorre rotarepo\u202c'],
  ['from right to left, in part', 'ope\u202etar\u202cor \u202e\u202derr\u202cor\u202c \u202erorre rotarepo'],
  ['in pieces from right to left', '\u2067\u2066error\u2069\u2066operator \u2069\u2069'],
  ['in HTML', 'oper<b></b>ator<br/>error'],
  ['with comments', 'oper<!-- > -->ator error'],
  ['with references', '&#111;per&#x61;tor&nbsp;err&shy;or'],
  ['in Markdown', 'oper**at**or [err](https://example.com/a)or'],
  ['in several of these ways', '\u202e<b>r\u03bfrr</b>e\u2800\uff52\u043etar\u0332ep\u1d0f'],
])('an unwanted text %s is found', (_what, said) => {
  expect(judge({ kind: 'text', ...UNWANTED }, `The disk is full, ${said}.`)).toMatchObject({
    passed: false,
    detail: 'out contains "operator error"',
  });
});

test.each([
  ['two words that are one word here', 'the cooperators err or leave, operatorerror'],
  [
    'letters of another script',
    '\u043e\u0448\u0438\u0431\u043a\u0430 \u043e\u043f\u0435\u0440\u0430\u0442\u043e\u0440\u0430',
  ],
  ['the words in another order', 'error operator'],
  ['only a part', 'operators\u202eerror\u202c'],
])('a text with %s lacks an unwanted one', (_what, said) => {
  expect(judge({ kind: 'text', ...UNWANTED }, said)).toMatchObject({ passed: true });
});

test.each([
  [['I'], 'l 1 |', true],
  [['I'], '\u0399', false],
  [['l'], '\u0399', false],
  [['caf\u00e9'], 'cafe', true],
  [['caf\u00e9'], 'caf\u0435\u0332\u0301', false],
  [['cafe'], 'caf\u00e9', false],
  [['a - b'], 'a b', true],
  [['error'], 'Error', true],
  [['\u043e\u0448\u0438\u0431\u043a\u0430'], '\u043e\u0448\u0438\u0431\u043a\u0430', false],
])('that %j are not wanted in %j: %s', (lacks, said, passed) => {
  expect(judge({ kind: 'text', lacks, ignore: ['spaces'] }, said).passed).toBe(passed);
});

test('a wanted text has to be written as it is named', () => {
  const spec = { kind: 'text', contains: ['operator error'] };
  expect(judge(spec, '\u043eperator error').passed).toBe(false);
  expect(judge(spec, 'oper<b></b>ator error').passed).toBe(false);
});

test.each([
  ['gaps', `o${'\u0332'.repeat(20)}\u200b\u200b`],
  ['starts', 'operator '],
  ['comments', '<!--'],
  ['tags', '<b '],
  ['links', ']('],
  ['openers', '\u202ea\u2067b'],
])('a file full of %s is judged without going over it again and again', (_what, unit) => {
  const file = unit.repeat(2 ** 20 / unit.length);
  expect(
    judge({ kind: 'text', lacks: ['operator operated \u00f6\u0332'], ignore: ['case', 'spaces'] }, file)
      .passed,
  ).toBe(true);
});

test('a letter with too many marks is judged like any other text', () => {
  const marks = `a${'\u0301\u0316'.repeat(2 ** 20)}`;
  expect(judge({ kind: 'text', contains: ['one'] }, `one ${marks}`).passed).toBe(true);
  expect(judge({ kind: 'text', contains: ['one'] }, marks).passed).toBe(false);
});

test('a text can stand in a grading file, and the difference is shown', () => {
  const spec = { kind: 'text', equalsFile: 'e.txt' };
  expect(judge(spec, 'one\ntwo', 'one two').passed).toBe(true);
  expect(judge(spec, 'one three\n', 'one two\n').difference).toMatchObject({
    kind: 'lines',
    lines: [
      { side: 'expected', text: expect.stringContaining('one two') },
      { side: 'found', text: expect.stringContaining('one three') },
    ],
  });
});

test('a text of which all is ignored is a fault of the suite', () => {
  const spec = { kind: 'text', contains: ['!'], ignore: ['punctuation'] };
  expect(() => judge(spec, 'a')).toThrow('looks for "!", all of which it ignores');
});

test.each([{}, { equals: 'a', equalsFile: 'b' }])('a grader with %j is refused', (grader) => {
  expect(() => judge({ kind: 'text', ...grader }, '')).toThrow('at least one of contains');
});
