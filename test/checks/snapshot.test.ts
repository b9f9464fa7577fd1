import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { Skill, type SkillFolder } from '../../src/contracts/skill.ts';
import { OK, skillFolder, skillOf, skillWith } from './skill-folder.ts';

const FILES = { 'SKILL.md': `---\n${OK}\n---\n`, 'a/b.sh': 'echo', 'a.md': '' };

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('the digest covers modes, digests and paths, each followed by a zero byte, in the order of the paths', () => {
  const folder = skillFolder(FILES);
  const files = folder.files.map((file) => ({ ...file, executable: file.path === 'a/b.sh' }));
  const lines = [
    `100644 ${sha256(FILES['SKILL.md'])} SKILL.md\0`,
    `100644 ${sha256('')} a.md\0`,
    `100755 ${sha256('echo')} a/b.sh\0`,
  ];
  expect(snapshotOf({ ...folder, files })).toMatchObject({
    digest: `sha256:${sha256(lines.join(''))}`,
    files: [{ path: 'SKILL.md' }, { path: 'a.md', size: 0 }, { path: 'a/b.sh', size: 4, executable: true }],
  });
});

test('paths are ordered by their UTF-8 bytes, which differs from the order of their UTF-16 units', () => {
  const { files } = snapshotOf(skillFolder({ '\u{1f600}': '', '\uff5e': '', z: '' }));
  expect(files.map(({ path }) => path)).toEqual(['z', '\uff5e', '\u{1f600}']);
});

test('the order in which files were read does not matter', () => {
  const { files, ...rest } = skillFolder(FILES);
  fc.assert(
    fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
      expect(snapshotOf({ ...rest, files: shuffled })).toEqual(snapshotOf({ ...rest, files }));
    }),
  );
});

test.each<[string, SkillFolder]>([
  ['a byte', skillFolder({ ...FILES, 'a.md': ' ' })],
  ['a path', skillFolder({ 'SKILL.md': FILES['SKILL.md'], 'a/b.sh': 'echo', 'b.md': '' })],
  ['the number of files', skillFolder({ ...FILES, 'c.md': '' })],
  ['the boundary between two files', skillFolder({ ...FILES, 'a/b.sh': 'ech', 'a.md': 'o' })],
])('a change of %s changes the digest', (_, changed) => {
  expect(snapshotOf(changed).digest).not.toBe(snapshotOf(skillFolder(FILES)).digest);
});

test('a change of mode changes the digest', () => {
  const folder = skillFolder(FILES);
  const files = folder.files.map((file) => ({ ...file, executable: true }));
  expect(snapshotOf({ ...folder, files }).digest).not.toBe(snapshotOf(folder).digest);
});

test('the location of a skill’s folder is not part of its content', () => {
  expect(snapshotOf(skillFolder(FILES, 'elsewhere')).digest).toBe(snapshotOf(skillFolder(FILES)).digest);
});

test.each<[string, SkillFolder]>([
  ['my-skill', skillWith(OK, 'elsewhere')],
  ['elsewhere', skillWith('description: a', 'elsewhere')],
  ['elsewhere', skillWith('name: " "', 'elsewhere')],
  ['elsewhere', skillWith('name: [a]', 'elsewhere')],
  ['elsewhere', skillOf('no frontmatter', 'elsewhere')],
  ['./elsewhere', { ...skillOf('', 'elsewhere'), folder: null }],
])('the name %s comes from the frontmatter, the folder, or the source', (name, folder) => {
  expect(snapshotOf(folder).name).toBe(name);
});

test('a snapshot of any content is valid', () => {
  expect(Skill.parse(snapshotOf(skillOf(new Uint8Array([0xff, 0]))))).toMatchObject({ description: '' });
});
