import { expect, test } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { evalsInTree } from '../../../src/sources/loading/evals-in-tree.ts';
import type { SourceTree } from '../../../src/sources/loading/source-tree.ts';

const EVALS = [{ prompt: 'Tidy it.', expected_output: 'It is tidy.' }];
const SKILL = { source: 'here', folder: 'tidy', files: [] };

/** The tree of a source with these files, each with its value as JSON. */
function treeOf(files: Record<string, unknown>): SourceTree {
  const listed = Object.entries(files).map(([path, value]) => {
    const content = Buffer.from(JSON.stringify(value));
    return { path, executable: false, size: content.length, read: async () => content };
  });
  return { files: listed, links: [], gaps: [], specials: [], checkouts: [] };
}

function evalsIn(tree: SourceTree, path = 'skills/tidy') {
  return evalsInTree(tree, { path, folder: SKILL }, DEFAULT_SOURCE_LIMITS);
}

test.each(['evals/tidy/evals.json', 'skills/evals/tidy.json', 'testing/tidy/evals/evals.json'])(
  'evals are found in %s of the source',
  async (path) => {
    expect(await evalsIn(treeOf({ [path]: EVALS }))).toMatchObject({ path });
  },
);

test('evals for a whole source are taken only if they name the skill', async () => {
  const path = 'evals/evals.json';
  expect(await evalsIn(treeOf({ [path]: { skill_name: 'tidy', evals: EVALS } }))).toMatchObject({ path });
  expect(await evalsIn(treeOf({ [path]: EVALS }))).toBeNull();
  expect(await evalsIn(treeOf({ [path]: { skill_name: 'other', evals: EVALS } }))).toBeNull();
});

test('the evals of another skill, and what holds none, are left alone', async () => {
  expect(await evalsIn(treeOf({ 'evals/other/evals.json': EVALS }))).toBeNull();
  expect(await evalsIn(treeOf({ 'evals/tidy.json': { skill_name: 'other', evals: EVALS } }))).toBeNull();
  expect(await evalsIn(treeOf({ 'tests/tidy.json': { name: 'a fixture' } }))).toBeNull();
});

test('evals are looked for up to three folders above the skill', async () => {
  const tree = treeOf({ 'evals/tidy.json': EVALS });
  expect(await evalsIn(tree, 'plugins/one/tidy')).toMatchObject({ path: 'evals/tidy.json' });
  expect(await evalsIn(tree, 'plugins/one/skills/tidy')).toBeNull();
});

test('a file that is larger than any evals is not even read', async () => {
  const read = async (): Promise<Uint8Array> => {
    throw new Error('it was read');
  };
  const file = { path: 'evals/tidy.json', executable: false, size: 17 * 1024 * 1024, read };
  expect(await evalsIn({ ...treeOf({}), files: [file] })).toBeNull();
});

test('what lies beside the evals comes along, unless it is not safe to keep', async () => {
  const files = { 'evals/tidy/evals.json': EVALS, 'evals/tidy/files/in.json': 1, 'evals/other.json': 2 };
  const paths = async (tree: SourceTree) => (await evalsIn(tree))?.files.map(({ path }) => path);
  expect(await paths(treeOf(files))).toEqual(['evals.json', 'files/in.json']);
  expect(await paths(treeOf({ ...files, 'evals/tidy/.git/config': 1 }))).toEqual(['evals.json']);
  const outward = { path: 'evals/tidy/files/link', target: null };
  expect(await paths({ ...treeOf(files), links: [outward] })).toEqual(['evals.json']);
});
