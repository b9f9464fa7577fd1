import { expect, test } from 'vitest';
import { innerPath } from '../../../src/foreign/drafting/inner-path.ts';

test.each([
  ['a/b.csv', 'a/b.csv'],
  ['./a//b.csv', 'a/b.csv'],
  ['a/../b.csv', 'b.csv'],
  ['a/', 'a'],
  ['..a/b', '..a/b'],
])('%j stays within its folder', (path, inner) => {
  expect(innerPath(path)).toBe(inner);
});

test.each([
  '/etc/passwd',
  '~/.ssh/id',
  '../b',
  'a/../../b',
  'C:\\x',
  'c:x',
  'a\\b',
  'a\0b',
  '.',
  '',
  `${'x'.repeat(300)}`,
  'a/'.repeat(600),
])('%j is refused', (path) => {
  expect(innerPath(path)).toBeNull();
});
