import { existsSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type KeptLimits, keepSuite } from '../../src/app/kept-imports.ts';
import { textFile } from '../../src/foreign/drafting/file-text.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TASK = `id: greet
level: common
objective: o
prompt: Greet.
expected: e
graders: [{ kind: answer, title: t, contains: [Hello] }]
`;

function filesOf(description: string) {
  return Object.entries({
    'suite.yaml': `id: greeter\ntitle: T\ndescription: ${description}\nskill: skill\n`,
    'skill/SKILL.md': '---\nname: greeter\ndescription: Greets.\n---\nGreet.\n',
    'greet/task.yaml': TASK,
  }).map(([path, text]) => textFile(path, text));
}

/** Keeps suites one after the other, each an hour after the one before it. */
async function keepAll(descriptions: readonly string[], limits?: KeptLimits): Promise<boolean[]> {
  const root = join(temporaryFolder(), 'imported');
  const folders: string[] = [];
  for (const [index, description] of descriptions.entries()) {
    const folder = await keepSuite({ root, id: 'greeter', files: filesOf(description) }, limits);
    const used = new Date(2020, 0, 1, index);
    utimesSync(dirname(folder), used, used);
    folders.push(folder);
  }
  expect(folders.map((folder) => basename(folder))).toEqual(folders.map(() => 'greeter'));
  return folders.map((folder) => existsSync(folder));
}

test('the suites that were not used for longest are removed once there are too many', async () => {
  expect(await keepAll(['A', 'B', 'C'], { suites: 2, bytes: 1_000_000 })).toEqual([false, true, true]);
});

test('one that is used again stays, and the others go', async () => {
  expect(await keepAll(['A', 'B', 'A', 'C'], { suites: 2, bytes: 1_000_000 })).toEqual([
    ...[true, false, true, true],
  ]);
});

test('one that is too large for all of them stays as long as it is the last', async () => {
  expect(await keepAll(['A', 'B', 'C'], { suites: 10, bytes: 1 })).toEqual([false, false, true]);
});

test('few and small ones all stay', async () => {
  expect(await keepAll(['A', 'B', 'C'])).toEqual([true, true, true]);
});
