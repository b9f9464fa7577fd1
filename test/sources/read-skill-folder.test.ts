import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSkillFolder } from '../../src/sources/read-skill-folder.ts';
import { addFiles, tempFolder } from './temp-folder.ts';

const SKILL_MD = '---\nname: a\ndescription: b\n---\n';

test('a skill is read in the order of its paths, with its bytes and executable files', async () => {
  const root = tempFolder({
    'scripts/run.sh': '#!/bin/sh\n',
    'scripts-old/note.txt': 'old',
    'assets/logo.png': Uint8Array.of(0, 255, 10),
    'SKILL.md': SKILL_MD,
  });
  const skill = await readSkillFolder(root, './a-skill');
  expect(skill.source).toBe('./a-skill');
  expect(skill.folder).toBe(basename(root));
  expect(skill.files.map(({ path, executable }) => [path, executable])).toEqual([
    ['SKILL.md', false],
    ['assets/logo.png', false],
    ['scripts-old/note.txt', false],
    ['scripts/run.sh', true],
  ]);
  expect([...(skill.files[1]?.content ?? [])]).toEqual([0, 255, 10]);
});

test('all files count, but for the repository of a checkout', async () => {
  const root = tempFolder({
    'SKILL.md': SKILL_MD,
    '.git/config': '',
    'node_modules/x/index.js': '',
    'scripts/node_modules/y.js': '',
    '.env.example': '',
  });
  const { files } = await readSkillFolder(root, root);
  expect(files.map(({ path }) => path)).toEqual([
    '.env.example',
    'SKILL.md',
    'node_modules/x/index.js',
    'scripts/node_modules/y.js',
  ]);
});

test('a folder that is given through a link is read under its own name', async () => {
  const root = tempFolder({ 'real-name/SKILL.md': SKILL_MD });
  symlinkSync(join(root, 'real-name'), join(root, 'link'));
  expect((await readSkillFolder(join(root, 'link'), 'link')).folder).toBe('real-name');
});

test.each([
  ['out of the folder', '/etc/hostname', 'found a symbolic link out of the folder to /etc/hostname.'],
  ['out of the folder with ".."', '../../secret', 'found a symbolic link out of the folder to ../../secret.'],
  ['inside the folder', '../SKILL.md', 'found a symbolic link to ../SKILL.md.'],
  ['to a missing file', 'gone', 'found a symbolic link to gone.'],
])('a link %s is refused and never followed', async (_where, target, found) => {
  const root = tempFolder({ 'SKILL.md': SKILL_MD, 'docs/guide.md': '' });
  symlinkSync(target, join(root, 'docs/link.md'));
  await expect(readSkillFolder(root, root)).rejects.toMatchObject({
    code: 'SKILL_INVALID',
    message: `${root}/docs/link.md: expected a file or a folder, ${found} Put a copy in its place.`,
  });
});

test('a pipe is refused instead of being waited for', async () => {
  const root = tempFolder({ 'SKILL.md': SKILL_MD });
  execFileSync('bash', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
  await expect(readSkillFolder(root, root)).rejects.toMatchObject({
    code: 'SKILL_INVALID',
    message: `${root}/pipe: expected a file or a folder, found something else. Remove it.`,
  });
});

test('a skill may have at most 512 files', async () => {
  const names = Array.from({ length: 512 }, (_, index) => [`f${index}`, ''] as const);
  const root = tempFolder(Object.fromEntries(names));
  expect((await readSkillFolder(root, root)).files).toHaveLength(512);
  addFiles(root, { 'more/one': '' });
  await expect(readSkillFolder(root, root)).rejects.toMatchObject({
    code: 'SKILL_INVALID',
    message: expect.stringContaining('expected at most 512 files of 16 MiB together, found 513 files'),
  });
});

test('a skill over 16 MiB is refused before its files are read', async () => {
  const root = tempFolder({ 'SKILL.md': SKILL_MD, 'large.bin': '' });
  truncateSync(join(root, 'large.bin'), 16 * 1024 * 1024);
  await expect(readSkillFolder(root, root)).rejects.toMatchObject({
    code: 'SKILL_INVALID',
    message: expect.stringContaining(`found 2 files of ${16 * 1024 * 1024 + SKILL_MD.length} bytes`),
  });
});

test('the error for a missing folder names it and what was expected', async () => {
  const path = join(tempFolder({}), 'no-such');
  await expect(readSkillFolder(path, path)).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: `${path}: expected the folder of a skill, found nothing there.`,
  });
});

test('a file in place of the folder is refused', async () => {
  const root = tempFolder({ 'SKILL.md': SKILL_MD });
  await expect(readSkillFolder(join(root, 'SKILL.md'), 'x')).rejects.toMatchObject({
    code: 'SKILL_INVALID',
    message: `${root}/SKILL.md: expected a folder.`,
  });
});
