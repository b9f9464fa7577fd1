import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../src/sources/load-source.ts';
import { readSkillFolder } from '../../src/sources/read-skill-folder.ts';
import { tempFolder } from './temp-folder.ts';

const SKILL = '---\nname: a\ndescription: Use when testing.\n---\nBody\n';

function load(path: string, options: LoadOptions = {}) {
  return loadSource({ kind: 'folder', text: path, path }, options);
}

async function rulesOf(path: string, options: LoadOptions = {}): Promise<string[]> {
  return (await load(path, options)).findings.map(({ finding }) => finding.rule);
}

describe('a folder', () => {
  test('that is a skill is read exactly like the skill of a suite', async () => {
    const path = tempFolder({
      'SKILL.md': SKILL,
      'run.sh': '#!/bin/sh\n',
      '.git/config': 'x',
      'node_modules/x/y.js': 'x',
    });
    const { skills, findings } = await load(path);
    expect(findings.map(({ finding }) => finding.rule)).toEqual(['source/checkout']);
    expect(skills.map(({ folder }) => snapshotOf(folder))).toEqual([
      snapshotOf(await readSkillFolder(path, path)),
    ]);
  });

  test('of skills yields each of them', async () => {
    const path = tempFolder({
      'skills/a/SKILL.md': SKILL,
      'skills/b/SKILL.md': SKILL.replace('name: a', 'name: b'),
    });
    expect((await load(path)).skills.map((skill) => [skill.path, skill.folder.folder])).toEqual([
      ['skills/a', 'a'],
      ['skills/b', 'b'],
    ]);
  });

  test('from which one skill was chosen reports nothing about the others, however broken or numerous', async () => {
    const path = tempFolder({
      'skills/a/SKILL.md': SKILL,
      'skills/b/SKILL.md': SKILL,
      'skills/c/SKILL.md': SKILL,
    });
    symlinkSync('/etc/passwd', join(path, 'skills/b/link'));
    const limits = { ...DEFAULT_SOURCE_LIMITS, skills: 2 };
    expect(await rulesOf(path, { limits })).toEqual(['source/link-unsafe', 'source/too-many-skills']);
    const { skills, findings } = await load(path, { limits, skillName: 'a' });
    expect(skills.map((skill) => skill.path)).toEqual(['skills/a']);
    expect(findings).toEqual([]);
  });

  test('of skills reports one that is behind a link to the outside', async () => {
    const path = tempFolder({ 'a/SKILL.md': SKILL, 'docs/x.md': 'x' });
    symlinkSync(tempFolder({ 'SKILL.md': SKILL }), join(path, 'b'));
    symlinkSync('docs', join(path, 'c'));
    const { skills, findings } = await load(path);
    expect(skills.map((skill) => skill.path)).toEqual(['a']);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/not-followed', 'b'],
    ]);
  });

  test('with a plugin yields the skills that it declares', async () => {
    const path = tempFolder({
      'skills/a/SKILL.md': SKILL,
      'more/b/SKILL.md': SKILL.replace('name: a', 'name: b'),
      '.claude-plugin/plugin.json': '{"skills":["./more"]}',
    });
    expect((await load(path)).skills.map((skill) => skill.path)).toEqual(['more/b', 'skills/a']);
  });

  test('without a SKILL.md is still loaded, so that the checks can report what is missing', async () => {
    const { skills, findings } = await load(tempFolder({ 'README.md': 'x' }));
    expect(skills.map(({ folder }) => folder.files.map(({ path }) => path))).toEqual([['README.md']]);
    expect(findings).toEqual([]);
  });

  test('may be given through a link', async () => {
    const path = tempFolder({ 'real/SKILL.md': SKILL });
    symlinkSync('real', join(path, 'link'));
    expect((await load(join(path, 'link'))).skills.map(({ folder }) => folder.folder)).toEqual(['real']);
  });

  test('with a link to an inner folder contains a copy of its files', async () => {
    const path = tempFolder({ 'SKILL.md': SKILL, 'docs/a.md': 'a' });
    symlinkSync('docs', join(path, 'references'));
    expect((await load(path)).skills[0]?.folder.files.map((file) => file.path)).toEqual([
      'SKILL.md',
      'docs/a.md',
      'references/a.md',
    ]);
  });
});

describe('a hostile folder', () => {
  test.each(['/etc/passwd', '../outside', 'gone', '.'])('with a link to %s is not loaded', async (target) => {
    const path = tempFolder({ 'SKILL.md': SKILL });
    symlinkSync(target, join(path, 'link'));
    const { skills, findings } = await load(path);
    expect(skills).toEqual([]);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/link-unsafe', 'link'],
    ]);
  });

  test('with a pipe does not block', async () => {
    const path = tempFolder({ 'SKILL.md': SKILL });
    execFileSync('mkfifo', [join(path, 'pipe')]);
    expect(await rulesOf(path)).toEqual(['source/special-file']);
  });

  test('that exceeds its limits is not loaded', async () => {
    const path = tempFolder({ 'SKILL.md': SKILL, 'a.md': 'a', 'b.md': 'b' });
    const rulesWithin = (limits: Partial<typeof DEFAULT_SOURCE_LIMITS>) =>
      rulesOf(path, { limits: { ...DEFAULT_SOURCE_LIMITS, ...limits } });
    expect(await rulesWithin({ files: 2 })).toEqual(['source/over-limits']);
    expect(await rulesWithin({ unpackedBytes: 20 })).toEqual(['source/over-limits']);
    expect(await rulesWithin({ containerEntries: 2 })).toEqual(['source/over-limits']);
  });

  test('of deeply nested folders is not walked to the end', async () => {
    const path = tempFolder({});
    mkdirSync(join(path, 'a/b/c/d'), { recursive: true });
    expect(await rulesOf(path, { limits: { ...DEFAULT_SOURCE_LIMITS, containerEntries: 3 } })).toEqual([
      'source/over-limits',
    ]);
  });

  test.each([{ skills: 1 }, { containerBytes: 20 }])(
    'of more skills than %j allows reports that',
    async (over) => {
      const path = tempFolder({ 'skills/a/SKILL.md': SKILL, 'skills/b/SKILL.md': SKILL });
      const { skills, findings } = await load(path, { limits: { ...DEFAULT_SOURCE_LIMITS, ...over } });
      expect(skills).toHaveLength(1);
      expect(findings.map(({ finding }) => [finding.rule, finding.excerpt])).toEqual([
        ['source/too-many-skills', '2 skills, of which 1 are checked'],
      ]);
    },
  );

  test('that is deep is read without recursion', async () => {
    const path = tempFolder({ 'SKILL.md': SKILL });
    const deep = Array.from({ length: 300 }, () => 'd').join('/');
    mkdirSync(join(path, deep), { recursive: true });
    writeFileSync(join(path, deep, 'x.md'), 'x');
    expect((await load(path)).skills[0]?.folder.files).toHaveLength(2);
  });

  test('that does not exist is an error', async () => {
    await expect(load('/nowhere/at/all')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

describe('an archive file', () => {
  test('that is larger than the limit is not read', async () => {
    const path = join(tempFolder({ 'a.zip': 'x'.repeat(200) }), 'a.zip');
    const limits = { ...DEFAULT_SOURCE_LIMITS, downloadBytes: 100 };
    const { findings } = await loadSource({ kind: 'archive', text: path, path }, { limits });
    expect(findings.map(({ finding }) => [finding.rule, finding.excerpt])).toEqual([
      ['source/over-limits', 'More than 100 bytes in one file; --limit downloadBytes=NUMBER allows more'],
    ]);
  });
});
