import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { readSkill, scalarOf } from '../../../src/checks/skill/read-skill.ts';
import { skillFolder, skillOf, skillWith, specRules } from '../skill-folder.ts';

/**
 * The cases that the reference validator is tested with, and what we make of them. Those of its prompt builder and of
 * paths that do not exist concern no check: the first we do not have, the second a source answers.
 */
const OK = 'name: my-skill\ndescription: A test skill';

function errorsOf(folder: Parameters<typeof checkSkill>[0], strict = false): string[] {
  return checkSkill(folder, { strict }).spec.errors;
}

test.each([
  ['valid_skill', OK],
  ['valid_with_all_fields', `${OK}\nlicense: MIT\nmetadata:\n  author: Test`],
  ['allowed_tools_accepted', `${OK}\nallowed-tools: Bash(jq:*) Bash(git:*)`],
  ['valid_compatibility', `${OK}\ncompatibility: Requires Python 3.11+`],
])('validator, %s: valid, even in strict mode', (_, frontmatter) => {
  expect(checkSkill(skillWith(frontmatter), { strict: true }).spec).toEqual({
    valid: true,
    errors: [],
    warnings: [],
  });
});

test.each([
  ['i18n_chinese_name', '技能', '技能'],
  ['i18n_russian_name_with_hyphens', 'мой-навык', 'мой-навык'],
  ['i18n_russian_lowercase_valid', 'навык', 'навык'],
  ['nfkc_normalization', 'cafe\u0301', 'caf\u00e9'],
])('validator, %s: valid, but Assay warns that the name is not portable', (_, name, folder) => {
  const skill = skillWith(`name: ${name}\ndescription: A test skill`, folder);
  expect(errorsOf(skill, true)).toEqual([]);
  expect(specRules(skill)).toEqual(['spec/name-portable', 'spec/description-says-when']);
});

test.each([
  ['invalid_name_uppercase', 'MySkill', /lowercase/],
  ['name_too_long', 'a'.repeat(70), /exceeds.*character limit/],
  ['name_leading_hyphen', '-my-skill', /cannot start or end with a hyphen/],
  ['name_consecutive_hyphens', 'my--skill', /consecutive hyphens/],
  ['name_invalid_characters', 'my_skill', /invalid characters/],
  ['i18n_russian_uppercase_rejected', 'НАВЫК', /lowercase/],
])('validator, %s: an error', (_, name, message) => {
  expect(errorsOf(skillWith(`name: "${name}"\ndescription: A test skill`, name))).toEqual([
    expect.stringMatching(message),
  ]);
});

test.each([
  ['description_too_long', `name: my-skill\ndescription: ${'x'.repeat(1100)}`, /exceeds.*1024/],
  ['compatibility_too_long', `${OK}\ncompatibility: ${'x'.repeat(550)}`, /exceeds.*500/],
  ['parser: missing_name', 'description: A test skill', /Missing required field in the frontmatter: name/],
  ['parser: missing_description', 'name: my-skill', /Missing required field in the frontmatter: description/],
  ['parser: invalid_yaml', 'name: [invalid\ndescription: broken', /Invalid YAML/],
  ['parser: non_dict_frontmatter', '- just\n- a list', /must be a YAML mapping/],
])('validator, %s: an error', (_, frontmatter, message) => {
  expect(errorsOf(skillWith(frontmatter))).toEqual([expect.stringMatching(message)]);
});

test.each([
  [
    'name_directory_mismatch',
    'name: correct-name\ndescription: A test skill',
    'wrong-name',
    /must match skill name/,
  ],
  ['unexpected_fields', `${OK}\nunknown_field: should not be here`, 'my-skill', /Unexpected field/],
])(
  'validator, %s: an error in skills-ref, in Assay a warning unless strict',
  (_, frontmatter, folder, message) => {
    const skill = skillWith(frontmatter, folder);
    expect(checkSkill(skill).spec).toMatchObject({ valid: true, warnings: [expect.stringMatching(message)] });
    expect(errorsOf(skill, true)).toEqual([expect.stringMatching(message)]);
  },
);

test.each([
  ['missing_skill_md', skillFolder({}), /Missing required file: SKILL.md/],
  ['missing_frontmatter', skillOf('# No frontmatter here'), /must start with YAML frontmatter/],
  ['unclosed_frontmatter', skillOf(`---\n${OK}`), /not properly closed/],
])('parser, %s: an error', (_, folder, message) => {
  expect(errorsOf(folder)).toEqual([expect.stringMatching(message)]);
});

test('parser, find_skill_md: SKILL.md before skill.md, either alone, or neither', () => {
  const pathOf = (files: Record<string, string>) => readSkill(skillFolder(files)).document?.file.path;
  expect(pathOf({ 'skill.md': '', 'SKILL.md': '' })).toBe('SKILL.md');
  expect(pathOf({ 'skill.md': '' })).toBe('skill.md');
  expect(pathOf({})).toBeUndefined();
});

test('parser, read_properties_with_lowercase_skill_md: read, but Assay warns about its name', () => {
  const folder = skillFolder({ 'skill.md': `---\n${OK}\n---\nBody\n` });
  expect(scalarOf(readSkill(folder), 'name')?.text).toBe('my-skill');
  expect(checkSkill(folder).spec).toMatchObject({
    valid: true,
    warnings: [expect.stringMatching(/skill\.md/)],
  });
});

test('parser, valid_frontmatter and the other fields: read as they were written', () => {
  const frontmatter = `${OK}\nlicense: MIT\nallowed-tools: Bash(jq:*) Bash(git:*)\nmetadata:\n  version: 1.0`;
  const skill = readSkill(skillOf(`---\n${frontmatter}\n---\n# My Skill\n`));
  expect(
    ['name', 'description', 'license', 'allowed-tools'].map((key) => scalarOf(skill, key)?.text),
  ).toEqual(['my-skill', 'A test skill', 'MIT', 'Bash(jq:*) Bash(git:*)']);
  expect(skill.document).toMatchObject({
    body: { text: '# My Skill\n' },
    frontmatter: { 4: { value: { entries: [{ key: 'version', value: { text: '1.0' } }] } } },
  });
});

test('an opening line with a field on it: skills-ref reads it, Assay sees no frontmatter', () => {
  expect(specRules(skillOf('---name: my-skill\ndescription: A test skill\n---\n'))).toEqual([
    'spec/frontmatter-present',
  ]);
});

test('dashes inside a value: skills-ref cuts there, Assay reads on and warns about it', () => {
  const skill = skillWith('name: my-skill\ndescription: Use A --- B');
  expect(scalarOf(readSkill(skill), 'description')?.text).toBe('Use A --- B');
  expect(specRules(skill)).toEqual(['spec/frontmatter-without-dashes']);
});

test('flow lists: skills-ref refuses them as YAML, Assay reads them', () => {
  expect(errorsOf(skillWith(`${OK}\nallowed-tools: [Read, Grep]`), true)).toEqual([]);
});
