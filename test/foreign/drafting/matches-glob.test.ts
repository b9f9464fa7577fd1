import { expect, test } from 'vitest';
import { matchesGlob } from '../../../src/foreign/drafting/matches-glob.ts';

test.each([
  ['tasks/[!a]*.yaml', ['tasks/b.yaml'], ['tasks/a.yaml', 'tasks/.yaml']],
  ['tasks/[^a]*.yaml', ['tasks/b.yaml'], ['tasks/a.yaml']],
  ['a[!b]c', ['axc', 'a!c'], ['abc', 'a/c', 'ac']],
  ['[a-c].md', ['b.md'], ['d.md', '-.md']],
  ['[]x].md', ['].md', 'x.md'], ['y.md']],
  ['[!]x].md', ['y.md'], ['].md', 'x.md']],
  ['a[^]b', [], ['a', 'ab']],
  ['[a', ['[a'], ['a']],
  ['**/*.md', ['docs/a/b.md'], ['b.txt']],
  ['?.md', ['a.md'], ['ab.md', '/.md']],
])('%s matches as in a shell', (glob, matched, others) => {
  const matches = matchesGlob(glob);
  expect(matched.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});
