import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchSkill, keepSkill, keptSkill } from '../../src/app/choose-skill.ts';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../src/contracts/source-limits.ts';
import { skillFolder } from '../checks/skill-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { zipOf } from '../sources/archive/zip-of.ts';

beforeEach(() => {
  vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
  return () => vi.unstubAllEnvs();
});

const SKILL = '---\nname: tidy\ndescription: Use when a table is untidy.\n---\nSort the rows.\n';
const SUITE = '/suites/tidy';

function archiveOf(names: readonly string[]): string {
  const archive = join(temporaryFolder(), 'skill.zip');
  writeFileSync(archive, zipOf(names.map((name) => ({ name, content: SKILL }))));
  return archive;
}

test('a stored skill is found again by its digest, byte for byte', async () => {
  const skill = skillFolder({ 'SKILL.md': SKILL, 'references/a.md': 'a' });
  await keepSkill(skill);
  const { skill: found } = await keptSkill(snapshotOf(skill));
  expect(snapshotOf(found).digest).toBe(snapshotOf(skill).digest);
});

test('the error for a skill that is no longer stored names it and its source', async () => {
  const snapshot = snapshotOf(skillFolder({ 'SKILL.md': SKILL }));
  await expect(keptSkill(snapshot)).rejects.toThrow(
    /sha256:.* of "tidy" is no longer kept.*Start a new run from \.\/my-skill/,
  );
});

test('findings made while loading a skill come with it, with paths relative to the skill', async () => {
  const { skill, found } = await fetchSkill({ text: archiveOf(['tidy/SKILL.md']) }, SUITE);
  expect(skill.files.map(({ path }) => path)).toEqual(['SKILL.md']);
  expect(found.map(({ rule, file }) => [rule, file])).toEqual([['source/layout', '.']]);
});

test.each([
  ['no skill', ['README.md'], 'SKILL_INVALID', /contains no skill that can be run\. No SKILL\.md is found/],
  ['an unsafe path', ['../SKILL.md'], 'SKILL_INVALID', /contains no skill.* leaves its folder/],
  ['several skills', ['a/SKILL.md', 'b/SKILL.md'], 'USAGE', /several skills \(a, b\).*--skill-name/],
])('a source with %s is refused', async (_, names, code, message) => {
  await expect(fetchSkill({ text: archiveOf(names) }, SUITE)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

test('the error for a source over a limit names the option that raises it', async () => {
  const text = archiveOf(['SKILL.md', 'a.md', 'b.md']);
  const limits = { ...DEFAULT_SOURCE_LIMITS, files: 2 };
  await expect(fetchSkill({ text, limits }, SUITE)).rejects.toThrow(/--limit files=NUMBER allows more/);
});

test('a folder that contains the suite is refused, because the grading files would come along', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'suite'));
  await expect(fetchSkill({ text: folder }, join(folder, 'suite'))).rejects.toThrow(/grading files/);
});
