import { expect, test } from 'vitest';
import { judge } from './judging.ts';

test.each([
  ['contains all texts', { contains: ['one', 'two three'] }, 'One? one\ntwo   three'],
  ['contains no unwanted text', { lacks: ['four'] }, 'one'],
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
