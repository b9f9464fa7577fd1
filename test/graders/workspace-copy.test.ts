import { describe, expect, test } from 'vitest';
import { copyWorkspace } from '../../src/graders/workspace-copy.ts';
import { FOLDER, file, link, treeOf } from './tree-of.ts';

type Left = Parameters<typeof treeOf>[0];

async function copied(left: Left) {
  const { contents } = await copyWorkspace(treeOf(left));
  const { files, entries = [] } = contents;
  const texts = files.map(({ path, content }) => [path, new TextDecoder().decode(content)] as const);
  const others = entries.map(({ path, ...entry }) => [path, entry] as const);
  return Object.fromEntries<unknown>([...texts, ...others]);
}

const FOLDER_COPY = { kind: 'folder', isReadable: true };

test('files and folders are copied, including empty ones', async () => {
  const left = { '/workspace/a': file('1'), '/workspace/empty': FOLDER, '/home/agent/b': file('2') };
  expect(await copied(left)).toEqual({ '/workspace/a': '1', '/workspace/empty': FOLDER_COPY });
});

test('hard links to one file stay hard links to one file', async () => {
  const one = file('1');
  expect(await copied({ '/workspace/a': one, '/workspace/b': one, '/workspace/c': file('1') })).toMatchObject(
    {
      '/workspace/b': '1',
      '/workspace/a': { kind: 'name', of: '/workspace/b' },
      '/workspace/c': '1',
    },
  );
});

describe('a link whose path also exists for graders is kept as that link', () => {
  test.each([
    ['a folder', 'conf'],
    ['a folder by its absolute path', '/workspace/conf'],
    ['a file over another link', 'to-conf/x'],
    ['a file by a path that goes up', '../workspace/conf/x'],
    ['the workspace', '.'],
    ['a file that does not exist yet', 'dist/main.js'],
    ['a system program', '/usr/bin/python3'],
    ['a system program by a path that goes up', '../usr/bin/python3'],
    ['a standard device', '/dev/null'],
    ['itself', 'a'],
  ])('to %s', async (_, target) => {
    const left = {
      ...{ '/workspace/conf': FOLDER, '/workspace/conf/x': file('1') },
      ...{ '/workspace/to-conf': link('conf'), '/workspace/a': link(target) },
    };
    expect((await copied(left))['/workspace/a']).toEqual({ kind: 'link', target });
  });

  test('to its parent folder', async () => {
    const left = { '/workspace/a': FOLDER, '/workspace/a/up': link('..') };
    expect((await copied(left))['/workspace/a/up']).toEqual({ kind: 'link', target: '..' });
  });
});

describe('a link leads graders only to what the agent left', () => {
  const SHUT_FOLDER = '/tmp/not-copied/folder';
  const SHUT_FILE = '/tmp/not-copied/file';

  test.each([
    ['to grading files', '/grade/sum.txt', '/nonexistent'],
    ['to grading files by a path that goes up', '../grade/sum.txt', '/nonexistent'],
    ['to files that the grader writes', '/home/grader/result', '/nonexistent'],
    ['through the root', 'root/grade/sum.txt', 'root/grade/sum.txt'],
    ['to the root', '/', SHUT_FOLDER],
    ['up', '..', SHUT_FOLDER],
    ['to the home folders', '/home', SHUT_FOLDER],
    ['to the process that follows it', '/proc/self/environ', SHUT_FILE],
    ['to standard input', '/dev/stdin', SHUT_FILE],
    ['up from a folder that may be a link itself', '/usr/lib/ssl/certs/../../../grade/sum.txt', SHUT_FILE],
    [
      'down and up, which may lead elsewhere once folders are moved',
      'conf/../../grade/sum.txt',
      '/nonexistent',
    ],
    ['down and up to an existing file', 'p/../x', '/workspace/deep/x'],
    ['down and up to grading files, through a missing folder', 'missing/../../grade/x', '/nonexistent'],
  ])('%s', async (_, target, end) => {
    const left = {
      ...{ '/workspace/conf': FOLDER, '/workspace/root': link('/') },
      ...{ '/workspace/deep': FOLDER, '/workspace/deep/p': FOLDER, '/workspace/deep/x': file('1') },
      ...{ '/workspace/p': link('deep/p'), '/workspace/a': link(target) },
    };
    const copy = await copied(left);
    expect(copy['/workspace/a']).toEqual({ kind: 'link', target: end });
    expect(copy['/workspace/root']).toEqual({ kind: 'link', target: SHUT_FOLDER });
    expect(copy[SHUT_FOLDER]).toEqual({ kind: 'folder', isReadable: false });
    if (end === SHUT_FILE) expect(copy[SHUT_FILE]).toEqual({ kind: 'file', isReadable: false });
  });
});

test('the target of a link outside the workspace is copied with its content, once, to a place that no program searches by itself', async () => {
  const copy = await copied({
    ...{
      '/workspace/cache': link('/home/agent/.cache'),
      '/workspace/same': link('cache'),
      '/workspace/b': link('/tmp/b'),
    },
    ...{
      '/home/agent/.cache': FOLDER,
      '/home/agent/.cache/big': file('big'),
      '/home/agent/.bashrc': file('exit'),
    },
    ...{ '/home/agent/.cache/self': link('.'), '/home/agent/.cache/more': link('../../../tmp/more') },
    ...{ '/tmp/b': file('b'), '/tmp/more': FOLDER, '/tmp/more/back': link('/workspace/cache/big') },
  });
  const [home, tmp] = ['/home/agent/left-by-agent/home/agent', '/tmp/left-by-agent/tmp'];
  expect(copy).toEqual({
    '/workspace/cache': { kind: 'link', target: `${home}/.cache` },
    '/workspace/same': { kind: 'link', target: 'cache' },
    '/workspace/b': { kind: 'link', target: `${tmp}/b` },
    [`${home}/.cache`]: FOLDER_COPY,
    [`${home}/.cache/big`]: 'big',
    [`${home}/.cache/self`]: { kind: 'link', target: `${home}/.cache` },
    [`${home}/.cache/more`]: { kind: 'link', target: `${tmp}/more` },
    [`${tmp}/b`]: 'b',
    [`${tmp}/more`]: FOLDER_COPY,
    [`${tmp}/more/back`]: { kind: 'link', target: `${home}/.cache/big` },
  });
});

test('whatever cannot be copied exists under its name, unreadable', async () => {
  const left: Left = {
    ...{ '/workspace/large': { kind: 'file', size: 2 ** 40 }, '/workspace/pipe': { kind: 'other' } },
    '/workspace/socket': { kind: 'socket' },
  };
  expect(await copied(left)).toEqual({
    '/workspace/large': { kind: 'file', isReadable: false },
    '/workspace/pipe': { kind: 'pipe', isReadable: true },
    '/workspace/socket': { kind: 'pipe', isReadable: false },
  });
});

test('the event loop goes on turning while thousands of deep links are copied', async () => {
  const folder = `/workspace${'/d'.repeat(1900)}`;
  const left = Object.fromEntries(
    Array.from({ length: 3000 }, (_, number) => [`${folder}/l${number}`, link('./'.repeat(180))]),
  );
  const tree = treeOf(left);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const { contents } = await copyWorkspace(tree);
  clearInterval(timer);
  expect(contents.entries?.filter(({ kind }) => kind === 'link')).toHaveLength(3000);
  expect(turns).toBeGreaterThan(5);
});
