import { expect, test } from 'vitest';
import { mutantsOf } from '../../src/runner/mutants.ts';
import { otherValues } from '../../src/runner/other-values/other-values.ts';
import { file, treeOf } from '../graders/tree-of.ts';

test('a file is left out, emptied, cut in half and changed', async () => {
  const content = Buffer.from('one 1\n');
  const after = treeOf({ '/workspace/a.txt': file(content), '/workspace/a.txt-wal': file('') });
  const others = new Map([['/workspace/a.txt', await otherValues(content, 1)]]);
  const mutants = mutantsOf({ before: treeOf({}), after, answers: [] }, { judged: [], others });
  const wrong = mutants.filter(({ isWrong }) => isWrong);
  expect(wrong.map(({ what }) => what)).toEqual([
    'a.txt is missing',
    'a.txt is empty',
    'a.txt is cut in half',
    'a.txt-wal is missing',
    'a.txt has "1" changed to "2" in line 1',
  ]);
  expect([...(wrong.at(-1)?.work.after.contents.keys() ?? [])]).toEqual(['/workspace/a.txt']);
});

test('an answer is left out and changed', () => {
  const work = { before: treeOf({}), after: treeOf({}), answers: ['The total is 61.50.'] };
  const said = mutantsOf(work, { judged: [] }).map(({ what }) => what);
  expect(said.filter((what) => what.includes('answer'))).toEqual([
    'the answer is empty',
    'the answer has "61.50" changed to "71.50" in line 1',
  ]);
});

test('a file that was given is emptied, unless it is empty already', () => {
  const given = treeOf({ '/workspace/a.txt': file('one\n'), '/workspace/b.txt': file('') });
  const said = mutantsOf({ before: given, after: given, answers: [] }, { judged: [] }).map(
    ({ what }) => what,
  );
  expect(said.filter((what) => what.includes('given'))).toEqual(['a.txt, which was given, is empty']);
});

test('what was committed is undone in one piece, and what Git notes when it is asked is no work', () => {
  const given = { '/workspace/.git/index': file('1'), '/workspace/.git/refs/heads/main': file('a') };
  const looked = { ...given, '/workspace/.git/index': file('2') };
  const committed = {
    ...looked,
    ...{ '/workspace/.git/refs/heads/main': file('b'), '/workspace/.git/objects/b': file('b') },
  };
  const wrong = (after: typeof given) =>
    mutantsOf({ before: treeOf(given), after: treeOf(after), answers: [] }, { judged: [] }).filter(
      ({ isWrong }) => isWrong,
    );
  expect(wrong(looked)).toEqual([]);
  const [undone, ...more] = wrong(committed);
  expect(more).toEqual([]);
  expect(undone).toMatchObject({ what: 'the git repository is as it was', kind: 'nothing' });
  expect(undone?.work.after.contents).toEqual(treeOf(given).contents);
  expect(undone?.work.after.entries.map(({ path }) => path)).toEqual(
    treeOf(given).entries.map(({ path }) => path),
  );
});
