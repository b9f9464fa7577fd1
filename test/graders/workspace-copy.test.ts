import { expect, test } from 'vitest';
import type { TreeEntry } from '../../src/contracts/evidence.ts';
import { copyWorkspace } from '../../src/graders/workspace-copy.ts';
import type { FileTree } from '../../src/sandbox/sandbox.ts';

type Left = { kind: TreeEntry['kind']; target?: string; size?: number; text?: string };

/** The tree of what stands at each path. */
function treeOf(left: Record<string, Left>): FileTree {
  const entries = Object.entries(left).map(([path, { kind, target = null, size = 0 }]): TreeEntry => {
    return {
      path,
      kind,
      mode: 0o644,
      owner: 10_001,
      size,
      digest: null,
      attributes: null,
      target,
      content: null,
    };
  });
  const contents = new Map(
    Object.entries(left).flatMap(([path, { text }]) =>
      text === undefined ? [] : [[path, new TextEncoder().encode(text)] as const],
    ),
  );
  return { entries, contents, attributes: new Map(), isComplete: true, absent: [] };
}

const file = (text: string): Left => ({ kind: 'file', text });
const link = (target: string): Left => ({ kind: 'symlink', target });
const FOLDER: Left = { kind: 'directory' };

function copied(left: Record<string, Left>) {
  const { files, folders, links, uncopied } = copyWorkspace(treeOf(left));
  const texts = files.map(({ path, content }) => [path, new TextDecoder().decode(content)]);
  return { files: Object.fromEntries(texts), folders, links, uncopied };
}

test('files and folders are copied, empty folders too', () => {
  const copy = copied({ '/workspace/a': file('1'), '/workspace/empty': FOLDER, '/home/agent/b': file('2') });
  expect(copy).toEqual({
    files: { '/workspace/a': '1' },
    folders: ['/workspace/empty'],
    links: [],
    uncopied: [],
  });
});

test('a link to a file gives way to what the file holds, wherever the agent could write', () => {
  const copy = copied({
    '/workspace/a': file('here'),
    '/tmp/b': file('there'),
    '/workspace/to-a': link('a'),
    '/workspace/to-b': link('../tmp/b'),
    '/workspace/to-to-b': link('/workspace/to-b'),
  });
  expect(copy.files).toMatchObject({
    '/workspace/to-a': 'here',
    '/workspace/to-b': 'there',
    '/workspace/to-to-b': 'there',
  });
  expect(copy.links).toEqual([]);
});

test.each([
  ['a folder of the workspace', 'conf', '/workspace/conf'],
  ['a folder by a way that goes up', './conf/../conf', '/workspace/conf'],
  ['a program of the system', '/usr/bin/python3', '/usr/bin/python3'],
  ['nothing', 'missing', '/nonexistent'],
  ['grading files', '/grade/expected.txt', '/nonexistent'],
  ['grading files by a way that goes up', '../grade/expected.txt', '/nonexistent'],
  ['itself', 'a', '/nonexistent'],
])('a link to %s stays a link, which leads where it did for the agent', (_, target, end) => {
  const copy = copied({ '/workspace/conf': FOLDER, '/workspace/a': link(target) });
  expect(copy.links).toEqual([{ path: '/workspace/a', target: end }]);
  expect(copy.uncopied).toEqual([]);
});

test('a socket holds nothing that a grader could miss, and is left out', () => {
  const copy = copied({ '/workspace/dev.sock': { kind: 'socket' }, '/workspace/a': link('dev.sock') });
  expect(copy).toMatchObject({ files: {}, folders: [], uncopied: [] });
  expect(copy.links).toEqual([{ path: '/workspace/a', target: '/nonexistent' }]);
});

test.each<[string, Record<string, Left>]>([
  ['a pipe', { '/workspace/a': { kind: 'other' } }],
  ['a file too large to be read', { '/workspace/a': { kind: 'file', size: 2 ** 40 } }],
  ['a link to a folder that is not copied', { '/tmp/b': FOLDER, '/workspace/a': link('/tmp/b') }],
  ['a link to a device', { '/workspace/a': link('/dev/zero') }],
  ['a link to a pipe', { '/tmp/b': { kind: 'other' }, '/workspace/a': link('/tmp/b') }],
])('%s is said to be missing from the copy', (_, left) => {
  expect(copied(left).uncopied.map(({ path }) => path)).toEqual(['/workspace/a']);
});
