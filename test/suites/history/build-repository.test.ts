import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GitHistory } from '../../../src/contracts/git-history.ts';
import type { Files } from '../../../src/sources/read-folder.ts';
import { buildRepository } from '../../../src/suites/history/build-repository.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

function file(path: string, text: string, executable = false) {
  return { path, executable, content: Buffer.from(text) };
}

const WORKSPACE = [file('a.txt', 'three\n'), file('lib/x.sh', '#!/bin/sh\n', true), file('new.txt', 'new\n')];
const FOLDERS = new Map<string, Files>([
  ['start', [file('a.txt', 'one\n'), file('gone.txt', 'gone\n'), file('lib.txt', 'lib\n')]],
  ['more', [file('a.txt', 'two\n'), file('lib/x.sh', '#!/bin/sh\n', true), file('lib-a/ü.txt', 'ü\n')]],
]);
const HISTORY = {
  commits: [
    { message: 'Start', files: 'start' },
    {
      message: 'Add more\n\nWith a reason.',
      author: 'Ada Lovelace <ada@example.com>',
      date: '2026-03-01T09:00:00+01:00',
      files: 'more',
      remove: ['gone.txt'],
    },
  ],
};

function build(history: unknown, workspace: Files = WORKSPACE) {
  return buildRepository(GitHistory.parse(history), { folders: FOLDERS, workspace });
}

function repository(history: unknown): Files {
  const built = build(history);
  if ('expected' in built) throw new Error(built.expected);
  return built;
}

/** What git says about a repository, without any configuration of this machine. */
async function git(history: unknown, ...args: string[]): Promise<string> {
  const dir = await temporaryFolder();
  for (const { path, content, executable } of [...repository(history), ...WORKSPACE]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
    chmodSync(join(dir, path), executable ? 0o755 : 0o644);
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: dir, env, encoding: 'utf8' });
}

describe('git reads the repository', () => {
  test('and finds nothing wrong with it', async () => {
    expect(await git(HISTORY, 'fsck', '--strict', '--full', '--no-progress')).toBe('');
  });

  test('with the commits as they were named', async () => {
    const format = '--format=%an <%ae> %ad|%cn|%D|%B';
    expect(await git(HISTORY, 'log', '--date=iso', format)).toBe(
      [
        'Ada Lovelace <ada@example.com> 2026-03-01 09:00:00 +0100|Ada Lovelace|HEAD -> main|Add more\n\nWith a reason.\n',
        'Alex Example <alex@example.com> 2026-01-05 09:00:00 +0000|Alex Example||Start\n\n',
      ].join('\n'),
    );
  });

  test('with the files of each commit on top of those before', async () => {
    expect(await git(HISTORY, 'ls-tree', '-r', 'HEAD', '--format=%(objectmode) %(path)')).toBe(
      ['100644 a.txt', '100644 lib-a/ü.txt', '100644 lib.txt', '100755 lib/x.sh', ''].join('\n'),
    );
    expect(await git(HISTORY, 'show', 'HEAD:a.txt', 'HEAD~:a.txt', 'HEAD~:gone.txt')).toBe(
      'two\none\ngone\n',
    );
  });

  test('and what the workspace has besides is not committed', async () => {
    expect(await git(HISTORY, 'status', '--short', '--branch')).toBe(
      ['## main', ' M a.txt', ' D lib-a/ü.txt', ' D lib.txt', '?? new.txt', ''].join('\n'),
    );
  });

  test('in which the author of the last commit works', async () => {
    expect(await git(HISTORY, 'var', 'GIT_AUTHOR_IDENT')).toMatch(/^Ada Lovelace <ada@example.com> /);
  });
});

test('a commit without files has those of the workspace', async () => {
  const history = { branch: 'feature/totals', commits: [{ message: 'All of it' }] };
  expect(await git(history, 'status', '--short', '--branch')).toBe('## feature/totals\n');
});

test('a commit that only removes leaves the rest', async () => {
  const history = {
    commits: [
      { message: 'Start', files: 'start' },
      { message: 'Less', remove: ['gone.txt'] },
    ],
  };
  expect(await git(history, 'ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nlib.txt\n');
});

test('the same history has the same commits on every machine', () => {
  const head = repository(HISTORY).find(({ path }) => path === '.git/refs/heads/main');
  expect(Buffer.from(head?.content ?? []).toString()).toBe('c71419b6043b15f9db26d90e80b6dd21f89670d7\n');
});

test('nothing in it runs, and its configuration names no program', () => {
  const paths = repository(HISTORY).map(({ path }) => path);
  const others = paths.filter((path) => !path.startsWith('.git/objects/'));
  expect(others.toSorted()).toEqual(['.git/HEAD', '.git/config', '.git/index', '.git/refs/heads/main']);
  expect(repository(HISTORY).some(({ executable }) => executable)).toBe(false);
});

test.each([
  ['a folder that is not there', { message: 'M', files: 'other' }, { field: 'files' }],
  ['the removal of a file that is not there', { message: 'M', remove: ['b.txt'] }, { field: 'remove' }],
])('%s is a fault of its commit', (_, commit, fault) => {
  const built = build({ commits: [{ message: 'Start', files: 'start' }, commit] });
  expect(built).toMatchObject({ commit: 1, ...fault });
});

test('a file cannot become a folder unless it is removed', () => {
  const folders = new Map<string, Files>([...FOLDERS, ['deep', [file('a.txt/b', 'b')]]]);
  const commits = [
    { message: 'Start', files: 'start' },
    { message: 'Deep', files: 'deep' },
  ];
  const removing = commits.with(1, { message: 'Deep', files: 'deep', ...{ remove: ['a.txt'] } });
  const built = (all: object[]) =>
    buildRepository(GitHistory.parse({ commits: all }), { folders, workspace: WORKSPACE });
  expect(built(commits)).toMatchObject({ commit: 1, field: 'files' });
  expect(built(removing)).toBeInstanceOf(Array);
});

test.each(['Ada', 'Ada <a b>', 'A\nda <a@b>', 'Ada "x" <a@b>', '[x] Ada <a@b>\n'])(
  '%j is no author',
  (author) => {
    expect(GitHistory.safeParse({ commits: [{ message: 'M', author }] }).success).toBe(false);
  },
);

test.each(['../x', 'x.lock', '-x', 'a//b', 'HEAD'])('%j is no branch', (branch) => {
  expect(GitHistory.safeParse({ branch, commits: [{ message: 'M' }] }).success).toBe(false);
});
