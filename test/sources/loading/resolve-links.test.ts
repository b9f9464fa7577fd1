import { expect, test } from 'vitest';
import { resolveLinks } from '../../../src/sources/loading/resolve-links.ts';

const NO_LIMIT = 1000;

function fileAt(path: string) {
  return { path, executable: false, size: 1, read: async () => new Uint8Array() };
}

function pathsOf({ placed }: ReturnType<typeof resolveLinks>): string[] {
  return placed.map(({ path, origin }) => `${path} from ${origin.path}`);
}

test('a link to a folder becomes a copy of all that is in the folder, and of nothing beside it', () => {
  const files = ['data.txt', 'data/a.txt', 'data/b/c.txt', 'data-old/d.txt'].map(fileAt);
  const resolved = resolveLinks({ files, links: [{ path: 'more', target: 'data' }] }, NO_LIMIT);
  expect(pathsOf(resolved).slice(4)).toEqual([
    'more/a.txt from data/a.txt',
    'more/b/c.txt from data/b/c.txt',
  ]);
  expect(resolved.broken).toEqual([]);
});

test('links that lead outside, to nothing or in a circle are broken', () => {
  const links = [
    { path: 'out', target: null },
    { path: 'gone', target: 'nowhere' },
    { path: 'one', target: 'two' },
    { path: 'two', target: 'one' },
    { path: 'far', target: 'near' },
    { path: 'near', target: 'a' },
  ];
  const resolved = resolveLinks({ files: [fileAt('a')], links }, NO_LIMIT);
  expect(resolved.broken.map(({ path }) => path)).toEqual(['out', 'gone', 'one', 'two']);
  expect(pathsOf(resolved)).toEqual(['a from a', 'far from a', 'near from a']);
});

test('copies stop at the first that is too many', () => {
  const files = Array.from({ length: 300 }, (_, index) => fileAt(`d/${index}`));
  const links = Array.from({ length: 10_000 }, (_, index) => ({ path: `l${index}`, target: 'd' }));
  expect(resolveLinks({ files, links }, 512).placed).toHaveLength(513);
});
