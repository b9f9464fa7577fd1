import { expect, test } from 'vitest';
import { filesOfRepositories } from '../../src/base/git-repositories.ts';

test.each([
  '.git/config',
  'a/.git/HEAD',
  'a/.GIT/config',
  'a/.git',
  'git~1/config',
  'a/.git /config',
  'a/.git../config',
  'a/.git::$INDEX_ALLOCATION/config',
  'a/.g\u200cit/config',
])('%j is a file of a repository', (path) => {
  expect(filesOfRepositories(['a.txt', path])).toEqual([path]);
});

test.each([
  [['a/HEAD', 'a/config', 'a/objects/info/x', 'a/refs/heads/x']],
  [['HEAD', 'commondir']],
  [['head', 'Objects/x', 'REFS/x']],
])('the files %j make their folder a repository for git', (paths) => {
  expect(filesOfRepositories(['b.txt', ...paths])).toEqual(
    paths[0] === 'a/HEAD' ? paths : ['b.txt', ...paths],
  );
});

test('names that only look like those of a repository are none', () => {
  const paths = [
    '.github/x',
    '.gitignore',
    '.gitattributes',
    '.gitmodules',
    'a.git/x',
    'git~2/x',
    'HEAD',
    'objects/x',
  ];
  expect(filesOfRepositories(paths)).toEqual([]);
});
