import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { GitHistory } from '../../../src/contracts/git-history.ts';
import { buildRepository } from '../../../src/suites/history/build-repository.ts';
import { isSameIndex } from '../../../src/suites/history/same-index.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const WORKSPACE = ['a.txt', 'lib/b.txt', 'c.txt'].map((path) => ({
  ...{ path, executable: false, content: Buffer.from(path) },
}));

/** The index that the harness gives, and what is left of it after git was run. */
function indexes(...commands: string[][]): [Uint8Array, Uint8Array] {
  const folder = temporaryFolder();
  const sources = { folders: new Map(), workspace: WORKSPACE };
  const built = buildRepository(GitHistory.parse({ commits: [{ message: 'Start' }] }), sources);
  if ('expected' in built) throw new Error(built.expected);
  for (const { path, content } of [...built, ...WORKSPACE]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const index = join(folder, '.git/index');
  const given = readFileSync(index);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  for (const args of commands) execFileSync('git', args, { cwd: folder, env });
  return [given, readFileSync(index)];
}

test('an index is the same after git has looked at the files', () => {
  const [given, left] = indexes(['status'], ['diff'], ['log'], ['ls-files']);
  expect(left).not.toEqual(given);
  expect(isSameIndex(given, left)).toBe(true);
});

test.each([
  ['a file is no longer listed', ['rm', '--cached', '--quiet', 'a.txt']],
  ['a file has another mode', ['update-index', '--chmod=+x', 'a.txt']],
  ['a file has other content', ['update-index', '--cacheinfo', `100644,${'1'.repeat(40)},a.txt`]],
  ['a file has another name', ['mv', 'a.txt', 'd.txt']],
  ['a change of a file is not to be seen', ['update-index', '--assume-unchanged', 'a.txt']],
  ['a file is to be left out', ['update-index', '--skip-worktree', 'a.txt']],
  ['a list is in another place', ['update-index', '--split-index']],
])('an index is another if %s', (_, command) => {
  expect(isSameIndex(...indexes(command))).toBe(false);
});

/** The index with one byte of another value, and the digest that goes with it. */
function withByte(index: Uint8Array, at: number, value: number): Uint8Array {
  const body = index.with(at, value).subarray(0, -20);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

test('an index is another if any byte besides times, places, owners and sizes is', () => {
  const [given] = indexes();
  const entry = 12;
  const isStat = (at: number) => at < 24 || (at >= 28 && at < 40);
  // The one path has five letters, after which the entry is filled up to a multiple of eight bytes.
  for (let at = 0; at < 72; at++) {
    const left = withByte(given, entry + at, ((given[entry + at] ?? 0) + 1) % 256);
    expect(isSameIndex(given, left), `byte ${at}`).toBe(isStat(at));
  }
});

test('an index is another if Git reads only a part of a name', () => {
  const [given] = indexes();
  const shortened = withByte(given, 12 + 61, (given[12 + 61] ?? 0) - 1);
  expect(isSameIndex(given, shortened)).toBe(false);
});

test('an index that nobody can read is another', () => {
  const [given] = indexes();
  const ended = given.subarray(0, -30);
  const changed = given.with(70, 7);
  for (const left of [new Uint8Array(), ended, changed, new Uint8Array(given.length)])
    expect(isSameIndex(given, left)).toBe(false);
});
