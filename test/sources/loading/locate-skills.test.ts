import { describe, expect, test } from 'vitest';
import { locateSkills } from '../../../src/sources/loading/locate-skills.ts';
import { declaredSkillFolders } from '../../../src/sources/loading/plugin-manifest.ts';

describe('the skills of a source', () => {
  test.each<[string, string[], string[]]>([
    ['one at the root is the only one', ['SKILL.md', 'skills/a/SKILL.md'], ['.']],
    [
      'those in skills/',
      ['skills/a/SKILL.md', 'skills/b/SKILL.md', 'docs/c/SKILL.md'],
      ['skills/a', 'skills/b'],
    ],
    [
      'those in groups below skills/',
      ['skills/.curated/a/SKILL.md', 'skills/x/y/b/SKILL.md'],
      ['skills/.curated/a', 'skills/x/y/b'],
    ],
    [
      'those in an agent’s folder',
      ['.claude/skills/a/SKILL.md', '.agents/skills/b/SKILL.md', 'x/SKILL.md'],
      ['.agents/skills/b', '.claude/skills/a'],
    ],
    ['those that a package has built', ['dist/skills/a/SKILL.md', 'src/a/SKILL.md'], ['dist/skills/a']],
    ['anywhere, if the usual places have none', ['a/b/SKILL.md', 'c/SKILL.md'], ['a/b', 'c']],
    ['one inside another is part of it', ['skills/a/SKILL.md', 'skills/a/examples/SKILL.md'], ['skills/a']],
    [
      'one with a misspelt file name is a skill with a fault',
      ['skills/a/skill.md', 'skills/b/Skill.md'],
      ['skills/a', 'skills/b'],
    ],
    [
      'none in node_modules and .git',
      ['node_modules/a/SKILL.md', '.git/SKILL.md', 'x/node_modules/b/SKILL.md'],
      [],
    ],
    ['none deeper than clients look', ['a/b/c/d/e/f/SKILL.md', 'a/b/c/d/e/f/g/SKILL.md'], ['a/b/c/d/e/f']],
    ['none if there are none', ['README.md', 'skills/SKILLS.md', 'MYSKILL.md'], []],
  ])('%s', (_what, paths, expected) => {
    expect(locateSkills(paths)).toEqual(expected);
  });

  test('include those that a plugin declares', () => {
    const paths = ['skills/a/SKILL.md', 'plugins/p/extra/b/SKILL.md', 'tests/c/SKILL.md'];
    expect(locateSkills(paths, ['plugins/p/extra'])).toEqual(['plugins/p/extra/b', 'skills/a']);
  });
});

describe('the folders that a plugin manifest names', () => {
  test.each<[string, string, string[]]>([
    ['a plugin’s path', '{"skills":"./extra/"}', ['extra']],
    ['a plugin’s paths', '{"skills":["./a","b/c"]}', ['a', 'b/c']],
    [
      'those of a marketplace, relative to each plugin',
      '{"plugins":[{"source":"./p","skills":["./x"]}]}',
      ['p/x'],
    ],
    [
      'those of a plugin from elsewhere, as if it were local',
      '{"plugins":[{"source":{"repo":"o/r"},"skills":["x"]}]}',
      ['x'],
    ],
    ['none in a manifest that is not JSON', '{', []],
    ['none in a manifest of another shape', '[{"skills":1},null,{"plugins":{"skills":"x"}}]', []],
  ])('%s', (_what, manifest, expected) => {
    expect(declaredSkillFolders(manifest)).toEqual(expected);
  });
});
