import { expect, test } from 'vitest';
import { quoteColons } from '../../../src/checks/skill/quote-colons.ts';

function quote(text: string) {
  return quoteColons({ text, offset: 4, firstLine: 2 });
}

test('a plain value that contains a colon is quoted, and its position is reported', () => {
  expect(quote('name: a\ndescription:  Use when: always "so" \n')).toEqual({
    text: 'name: a\ndescription:  "Use when: always \\"so\\""\n',
    changes: [{ text: 'description', at: { line: 3, column: 15 } }],
  });
});

test.each([
  'a: b',
  'a: http://example.com',
  'a: 12:30',
  'a: "b: c"',
  "a: 'b: c'",
  'a: |',
  'a: {b: c}',
  'a: [b: c]',
  'a: &x b: c',
  'a: # b: c',
  'a:',
  '  a: b: c',
  '- a: b: c',
  ': b: c',
])('%j stays as it is', (text) => {
  expect(quote(text)).toEqual({ text, changes: [] });
});

test.each(['a: b: c', 'a: b:', 'a: b:\tc', 'a-b.c_d: see: this'])('%j is quoted', (text) => {
  expect(quote(text).changes).toHaveLength(1);
});
