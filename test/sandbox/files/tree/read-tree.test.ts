import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parseTree } from '../../../../src/sandbox/files/tree/parse-tree.ts';
import { treeRequest } from '../../../../src/sandbox/files/tree/read-tree.ts';
import type { FileTree } from '../../../../src/sandbox/sandbox.ts';

const MIB = 1024 ** 2;
/** As long as a target can be, and all of it bytes that are told as six characters each. */
const TARGET = Buffer.alloc(4095, 0xff);

type Told = { tree: FileTree; bytes: number };

async function tell(fill: (base: string) => void, named: readonly string[] = []): Promise<Told> {
  const base = mkdtempSync(join(tmpdir(), 'assay-tree-'));
  try {
    mkdirSync(join(base, 'w'));
    fill(base);
    const input = treeRequest(base, ['/w'], named);
    const options = { input, encoding: 'buffer', stripFinalNewline: false } as const;
    const { stdout } = await execa('python3', ['-IS', 'sandbox/read-tree.py'], options);
    return { tree: await parseTree(Buffer.from(stdout)), bytes: stdout.length };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function linkMany(base: string): void {
  for (let index = 0; index < 1500; index += 1) symlinkSync(TARGET, join(base, 'w', `${index}`));
}

test('a name is listed and found as it is, whatever it takes to write it down', async () => {
  const names = ['plain', '"quoted"', 'back\\slash', 'two\nlines', '\u007f', 'ü', '\u2028'];
  const paths = names.map((name) => `/w/${name}`);
  const fill = (base: string) => {
    for (const path of paths) writeFileSync(join(base, path), path);
    writeFileSync(Buffer.from([...Buffer.from(join(base, 'w', 'x')), 0xff]), 'not text');
  };
  const { tree } = await tell(fill, ['/w/"gone"\n', '/w/x\udcff', ...paths]);
  const listed = [...paths, '/w/x\udcff'].toSorted();
  expect(tree).toMatchObject({ isComplete: true, absent: ['/w/"gone"\n'] });
  expect([...tree.contents.keys()].toSorted()).toEqual(listed);
  for (const path of paths) expect(tree.contents.get(path)).toEqual(Buffer.from(path));
});

test('link targets count towards the size of the list, so no number of links makes it long', async () => {
  const { tree, bytes } = await tell(linkMany);
  expect(tree.isComplete).toBe(false);
  expect(tree.entries.length).toBeGreaterThan(500);
  expect(bytes).toBeLessThan(20 * MIB);
});

test('files that were requested by name are included beside them and not reported as absent', async () => {
  const { tree } = await tell(
    (base) => {
      linkMany(base);
      writeFileSync(join(base, 'w', 'z'), 'kept');
    },
    ['/w/z', '/w/gone'],
  );
  expect(tree.contents.get('/w/z')).toEqual(Buffer.from('kept'));
  expect(tree.absent).toEqual(['/w/gone']);
});

test('a file without room is not reported as absent, even if it was requested by name', async () => {
  const named = Array.from({ length: 500 }, (_, index) => `/w/${index}`);
  const { tree } = await tell(linkMany, named);
  expect(tree.isComplete).toBe(false);
  expect(tree.absent).toEqual([]);
});
