import { expect, test } from 'vitest';
import { plainYaml } from '../../src/base/plain-yaml.ts';

test.each([
  ['quotation marks', 'a: "b c"\nd: \'e\'\n', 'a: b c\nd: e\n'],
  ['escapes', 'a: "\\x62\\u0063"\n', 'a: bc\n'],
  ['escapes in keys', '"h\\x6foks": 1\n', 'hooks: 1\n'],
  ['brackets', '["b c"]\n', '[ b c]\n'],
  ['nothing', 'a: b\nc: 1\n', 'a: b\nc: 1\n'],
])('strings are written without %s', (_, text, plain) => {
  expect(plainYaml(text)).toBe(plain);
});

test.each([
  ['a: "b\n  c"\nd: e\n', 'a: b c\n\nd: e\n'],
  ['a: b\n  c\nd: e\n', 'a: b c\n\nd: e\n'],
  ['a: >\n  b\n  c\nd: e\n', 'a: b c\n\n\nd: e\n'],
])('the lines of %j are joined, and what follows keeps its line', (text, plain) => {
  expect(plainYaml(text)).toBe(plain);
});

test('a text that the parser gives up on has no value that anybody gets', () => {
  const deep = '['.repeat(1_000_000);
  expect(plainYaml(deep) ?? deep).toBe(deep);
});
