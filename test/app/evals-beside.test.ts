import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evalsBeside } from '../../src/app/evals-beside.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { addFiles } from '../sources/temp-folder.ts';

const EVALS = [{ prompt: 'Tidy it.', expected_output: 'It is tidy.' }];

/** A repository with a skill in `skills/tidy` and these files, and what is found for that skill. */
async function foundIn(
  files: Record<string, unknown>,
  prepare: (folder: string) => void = () => undefined,
): Promise<string | null> {
  const folder = join(temporaryFolder(), 'repository');
  mkdirSync(folder);
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]);
  addFiles(folder, { '.git/HEAD': 'ref', 'skills/tidy/SKILL.md': '# Tidy', ...Object.fromEntries(texts) });
  prepare(folder);
  const found = await evalsBeside(join(folder, 'skills/tidy'), ['tidy-tables', 'tidy']);
  return found?.replace(`${folder}/`, '') ?? null;
}

test.each([
  'evals/tidy/evals.json',
  'evals/tidy-tables.json',
  'skills/evals/tidy.json',
  'testing/tidy/evals/evals.json',
])('evals are found in %s of the repository', async (path) => {
  expect(await foundIn({ [path]: EVALS })).toBe(path);
});

test('evals for a whole repository are taken only if they name the skill', async () => {
  const path = 'evals/evals.json';
  expect(await foundIn({ [path]: { skill_name: 'tidy', evals: EVALS } })).toBe(path);
  expect(await foundIn({ [path]: EVALS })).toBeNull();
  expect(await foundIn({ [path]: { skill_name: 'other', evals: EVALS } })).toBeNull();
});

test('the evals of another skill are left alone, and so is what is none', async () => {
  expect(
    await foundIn({ 'evals/other/evals.json': EVALS, 'skills/other/evals/evals.json': EVALS }),
  ).toBeNull();
  expect(await foundIn({ 'evals/tidy/evals.json': { skill_name: 'other', evals: EVALS } })).toBeNull();
  expect(await foundIn({ 'tests/tidy.json': { name: 'a fixture' } })).toBeNull();
});

test('nothing is taken from outside of the repository', async () => {
  const outside = join(temporaryFolder(), 'private.json');
  addFiles(join(outside, '..'), { 'private.json': JSON.stringify(EVALS) });
  const link = (folder: string) => {
    mkdirSync(join(folder, 'evals'));
    symlinkSync(outside, join(folder, 'evals/tidy.json'));
  };
  expect(await foundIn({}, link)).toBeNull();
  expect(
    await foundIn({}, (folder) => addFiles(folder, { '../evals/tidy.json': JSON.stringify(EVALS) })),
  ).toBeNull();
  expect(await evalsBeside(temporaryFolder(), ['../x'])).toBeNull();
});

test('a pipe in the place of evals is passed over, and nobody waits for what it says', async () => {
  const pipe = (folder: string) => {
    mkdirSync(join(folder, 'evals/tidy'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'evals/tidy/evals.json')]);
  };
  expect(await foundIn({}, pipe)).toBeNull();
  expect(await foundIn({ 'evals/tidy.json': EVALS }, pipe)).toBe('evals/tidy.json');
});

test('where there is no repository, nothing above the skill is taken', async () => {
  const withoutGit = (folder: string) => rmSync(join(folder, '.git'), { recursive: true });
  expect(await foundIn({ 'evals/tidy.json': EVALS }, withoutGit)).toBeNull();
  const own = 'skills/tidy/tests/tidy.json';
  expect(await foundIn({ 'evals/tidy.json': EVALS, [own]: EVALS }, withoutGit)).toBe(own);
});

test('evals are found three folders above the skill, though the root of the repository is higher', async () => {
  const inPlugin = (folder: string) =>
    addFiles(folder, { '../.git/HEAD': 'ref', 'skills/tidy/SKILL.md': '# Tidy' });
  const files = { 'evals/tidy.json': EVALS };
  expect(
    await foundIn(files, (folder) => {
      rmSync(join(folder, '.git'), { recursive: true });
      inPlugin(folder);
    }),
  ).toBe('evals/tidy.json');
});
