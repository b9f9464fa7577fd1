import { expect, test } from 'vitest';
import { digestOf } from '../../src/base/digest.ts';
import type { TreeEntry } from '../../src/contracts/evidence.ts';
import { diffTrees, treeWithout } from '../../src/runner/tree-diff.ts';
import type { FileTree } from '../../src/sandbox/sandbox.ts';

function tree(files: Record<string, string | Uint8Array>, mode = 0o644): FileTree {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const entries = [...contents].map(([path, bytes]): TreeEntry => {
    const facts = { mode, size: bytes.length, digest: digestOf(bytes) };
    return { path, kind: 'file', owner: 10_001, attributes: null, target: null, content: null, ...facts };
  });
  return { isComplete: true, absent: [], entries, contents, attributes: new Map() };
}

test('files are created, changed in content or mode, or deleted', () => {
  const before = tree({ '/w/kept': 'a', '/w/changed': 'a', '/w/gone': 'a' });
  const after = tree({ '/w/kept': 'a', '/w/changed': 'b', '/w/new': 'c' });
  const diff = diffTrees(before, after, []);
  expect(diff.created.map(({ path, content }) => [path, content])).toEqual([['/w/new', 'c']]);
  expect(diff.changed.map(({ path, content }) => [path, content])).toEqual([['/w/changed', 'b']]);
  expect(diff.deleted).toEqual(['/w/gone']);
  expect(
    diffTrees(before, tree({ '/w/kept': 'a', '/w/changed': 'a', '/w/gone': 'a' }, 0o755), []).changed,
  ).toHaveLength(3);
});

test('a file with another owner is changed', () => {
  const before = tree({ '/w/a': 'a' });
  const entries = before.entries.map((entry) => ({ ...entry, owner: 0 }));
  expect(diffTrees(before, { ...before, entries }, []).changed).toHaveLength(1);
});

test('a file with other extended attributes is changed', () => {
  const before = tree({ '/w/a': 'a' });
  const entries = before.entries.map((entry) => ({ ...entry, attributes: digestOf('user.note=x') }));
  expect(diffTrees(before, { ...before, entries }, []).changed).toHaveLength(1);
});

test('only the digest is kept of a file that is too large or not text', () => {
  const after = tree({ '/w/binary': new Uint8Array([0xff, 0xfe]), '/w/large': 'x'.repeat(64 * 1024 + 1) });
  expect(diffTrees(tree({}), after, []).created.map(({ content }) => content)).toEqual([null, null]);
});

test('the total content of all files is limited', () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`/w/${index}`, 'x'.repeat(60 * 1024)]),
  );
  const kept = diffTrees(tree({}), tree(many), []).created.filter(({ content }) => content !== null);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(20);
});

test('in an incomplete tree, only files that were requested by name count as deleted', () => {
  const before = tree({ '/w/planted': 'a', '/w/other': 'b' });
  const cut = { ...tree({}), isComplete: false };
  expect(diffTrees(before, cut, []).deleted).toEqual([]);
  expect(diffTrees(before, { ...cut, absent: ['/w/planted'] }, []).deleted).toEqual(['/w/planted']);
});

test('files that were requested by name come first, with their content, whatever else there is', () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`/w/${index}`, 'x'.repeat(60 * 1024)]),
  );
  const before = tree({ '/w/0': 'a', '/w/planted': 'a', '/w/other': 'a', '/w/gone': 'a' });
  const after = tree({ ...many, '/w/planted': 'b', '/w/report': 'done' });
  const { created, changed, deleted } = diffTrees(before, after, ['/w/report', '/w/planted', '/w/gone']);
  expect(created[0]).toMatchObject({ path: '/w/report', content: 'done' });
  expect(changed[0]).toMatchObject({ path: '/w/planted', content: 'b' });
  expect(deleted).toEqual(['/w/gone', '/w/other']);
});

test('a folder of the harness is left out of the workspace, with the folders that only hold it', () => {
  const folders = ['/workspace', '/workspace/.a', '/workspace/.a/b', '/workspace/.a/b/skills'];
  const files = ['/workspace/.a/b/skills/x/SKILL.md', '/workspace/out.txt', '/home/agent/.a/skills/y'];
  const left = (more: readonly string[], root = '/workspace/.a/b/skills') => {
    const whole = tree(Object.fromEntries([...folders, ...files, ...more].map((path) => [path, path])));
    return treeWithout(whole, root).entries.map(({ path }) => path);
  };
  expect(left([])).toEqual(['/workspace', '/workspace/out.txt', '/home/agent/.a/skills/y']);
  expect(left(['/workspace/.a/mine'])).toContain('/workspace/.a');
  expect(left(['/workspace/.a/mine'])).not.toContain('/workspace/.a/b');
  expect(left(['/workspace/.a/b/skills.md'])).toContain('/workspace/.a/b/skills.md');
  expect(left([], '/home/agent/.a/skills')).toEqual([...folders, ...files]);
});
