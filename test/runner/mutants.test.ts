import { expect, test } from 'vitest';
import { mutantsOf } from '../../src/runner/mutants.ts';
import { file, treeOf } from '../graders/tree-of.ts';

/** What is said of the wrong versions of a solution that makes this file. */
function wrongVersionsOf(path: string, text: string): string[] {
  const work = { before: treeOf({}), after: treeOf({ [`/workspace/${path}`]: file(text) }), answers: [] };
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

test('no byte of a database is changed, because it may belong to no value', () => {
  expect(wrongVersionsOf('a.db', 'SQLite format 3\0 and pages\n')).toEqual([
    'a.db is missing',
    'a.db is empty',
    'a.db is cut in half',
  ]);
});
