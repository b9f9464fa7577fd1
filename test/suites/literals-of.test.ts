import { expect, test } from 'vitest';
import { literalsOf } from '../../src/suites/literals-of.ts';

test.each<[string, string[]]>([
  ['disk full', ['disk full']],
  ['^Total: 1,260\\.49$', ['Total: 1,260.49']],
  ['(?i)^order \\d+ refused$', ['order', 'refused']],
  ['(?P<who>Harbour East)|(?<other>Harbour West)', ['Harbour East', 'Harbour West']],
  ['a[]b]c[^\\]d]e{2,3}f', ['a', 'c', 'e', 'f']],
  ['\\p{L}\\pNx\\bcolou?r\\(s\\)', ['x', 'colou', 'r(s)']],
  ['[', []],
  ['\\', []],
])('%s says %j', (pattern, texts) => {
  expect(literalsOf(pattern)).toEqual(texts);
});
