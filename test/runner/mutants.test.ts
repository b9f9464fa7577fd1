import { expect, test } from 'vitest';
import { mutantsOf } from '../../src/runner/mutants.ts';
import { file, treeOf } from '../graders/tree-of.ts';

/** What is said of the wrong versions of a solution that makes this file. */
function wrongVersionsOf(path: string, content: string | Buffer): string[] {
  const work = { before: treeOf({}), after: treeOf({ [`/workspace/${path}`]: file(content) }), answers: [] };
  return mutantsOf(work, [])
    .filter(({ isWrong }) => isWrong)
    .map(({ what }) => what);
}

test('a file is left out, emptied, cut in half and changed', () => {
  expect(wrongVersionsOf('a.txt', 'one 1\n')).toEqual([
    'a.txt is missing',
    'a.txt is empty',
    'a.txt is cut in half',
    'a.txt has one value changed',
  ]);
});

test.each([
  ['a database', 'SQLite format 3\0 and pages\n'],
  ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n and chunks', 'latin1')],
  ['a PDF', '%PDF-1.7 and objects'],
  ['a JPEG', Buffer.from('ffd8ffe000', 'hex')],
])('no byte of %s is changed, because it may belong to no value', (_what, content) => {
  expect(wrongVersionsOf('a', content)).toEqual(['a is missing', 'a is empty', 'a is cut in half']);
});

test('a file that was given is emptied, unless it is empty already', () => {
  const given = treeOf({ '/workspace/a.txt': file('one\n'), '/workspace/b.txt': file('') });
  const said = mutantsOf({ before: given, after: given, answers: [] }, []).map(({ what }) => what);
  expect(said.filter((what) => what.includes('given'))).toEqual(['a.txt, which was given, is empty']);
});
