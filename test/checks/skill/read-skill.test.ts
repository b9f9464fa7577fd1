import { expect, test } from 'vitest';
import { entryOf, readSkill, scalarOf } from '../../../src/checks/skill/read-skill.ts';
import { OK, skillFolder, skillOf, skillWith } from '../skill-folder.ts';

function problemsOf(text: string) {
  return readSkill(skillOf(text)).problems.map(({ kind, at }) => `${kind} ${at.line}:${at.column}`);
}

test('a sound skill is read without a problem', () => {
  const skill = readSkill(skillOf(`---\n${OK}\n---\n# My Skill\n\nSee [a](a.md).\n`));
  expect(skill.problems).toEqual([]);
  expect(skill.document).toMatchObject({
    frontmatter: [{ key: 'name' }, { key: 'description' }],
    body: { text: '# My Skill\n\nSee [a](a.md).\n', firstLine: 5 },
    references: [{ target: 'a.md', offset: 20 }],
  });
});

test.each([
  ['SKILL.md', { 'skill.md': 'b', 'SKILL.md': 'a' }],
  ['skill.md', { 'README.md': '', 'skill.md': 'b' }],
  [undefined, { 'Skill.md': 'b' }],
  [undefined, { 'nested/SKILL.md': 'b' }],
  [undefined, {}],
])('the skill file is %s in %j', (path, files) => {
  expect(readSkill(skillFolder(files)).document?.file.path).toBe(path);
});

test.each([
  ['# Title\n', 'frontmatter-missing 1:1'],
  ['', 'frontmatter-missing 1:1'],
  [`---\n${OK}\n`, 'frontmatter-unclosed 1:1'],
  [`\n\n---\n${OK}\n---\n`, 'frontmatter-not-first 3:1'],
  [`---\nname: ${'a'.repeat(65_536)}\n---\n`, 'frontmatter-too-large 2:1'],
  ['---\n---\n', 'frontmatter-not-a-mapping 2:1'],
  ['---\n# only this\n---\n', 'frontmatter-not-a-mapping 2:1'],
  ['---\n\n- a\n---\n', 'frontmatter-not-a-mapping 3:1'],
  ['---\nname: [a\ndescription: b\n---\n', 'yaml-invalid 3:1'],
  ['---\nname: a\ndescription: b: c\n---\n', 'yaml-unquoted-colon 3:14'],
  ['---\nname: a\nname: b\n---\n', 'yaml-duplicate-key 3:1'],
  ['---\nname: &a b\n---\n', 'yaml-advanced 2:10'],
])('%j has the problem %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('a value with a bare colon is read as intended', () => {
  const skill = readSkill(skillWith('name: my-skill\ndescription: Use when: always'));
  expect(scalarOf(skill, 'description')).toMatchObject({
    text: 'Use when: always',
    at: { line: 3, column: 14 },
  });
});

test('if the YAML is also broken elsewhere, quoting does not help and the first error is reported', () => {
  expect(problemsOf('---\ndescription: a: b\nname: [c\n---\n')).toEqual(['yaml-invalid 2:14']);
});

test('the first of two equal keys wins', () => {
  expect(scalarOf(readSkill(skillWith('name: a\nname: b')), 'name')?.text).toBe('a');
});

test.each(['toString', '__proto__', 'constructor'])('a field named %s is treated like any other', (key) => {
  const skill = readSkill(skillWith(`${key}: a`));
  expect(entryOf(skill, key)).toMatchObject({ key, value: { text: 'a' } });
  expect(entryOf(readSkill(skillWith(OK)), key)).toBeNull();
});

test.each(['name:', 'name: ~', 'name: [a]', 'name: {a: b}'])('%j holds no scalar', (frontmatter) => {
  expect(scalarOf(readSkill(skillWith(frontmatter)), 'name')).toBeNull();
});
