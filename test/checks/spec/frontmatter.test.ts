import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { OK, skillOf, skillWith, specFindings } from '../skill-folder.ts';

test.each([
  ['no frontmatter', '# No frontmatter here', 'spec/frontmatter-present 1:1'],
  ['an empty file', '', 'spec/frontmatter-present 1:1'],
  ['text before it', `x\n---\n${OK}\n---\nBody`, 'spec/frontmatter-present 1:1'],
  ['a space before it', ` ---\n${OK}\n---\nBody`, 'spec/frontmatter-present 1:1'],
  ['a blank line before it', `\n---\n${OK}\n---\nBody`, 'spec/frontmatter-first 2:1'],
  ['no end', `---\n${OK}\n`, 'spec/frontmatter-closed 1:1'],
  ['dashes inside a value as the end', `---\n${OK} ---\n`, 'spec/frontmatter-closed 1:1'],
  ['nothing between the dashes', '---\n---\nBody', 'spec/frontmatter-mapping 2:1'],
  ['only a comment', '---\n# nothing\n---\nBody', 'spec/frontmatter-mapping 2:1'],
  ['a list', '---\n- name\n---\nBody', 'spec/frontmatter-mapping 2:1'],
  ['a single value', '---\nname\n---\nBody', 'spec/frontmatter-mapping 2:1'],
  ['unclosed brackets', '---\nname: [invalid\ndescription: broken\n---\n', 'spec/yaml-valid 3:1'],
  ['a tab as indentation', '---\nmetadata:\n\ta: b\n---\n', 'spec/yaml-valid 3:1'],
  ['more than the parser’s limit', `---\nname: ${'a'.repeat(65_536)}\n---\n`, 'spec/frontmatter-size 2:1'],
])('the skill is invalid with %s', (_, text, finding) => {
  expect(specFindings(skillOf(text))).toEqual([finding]);
  expect(checkSkill(skillOf(text)).spec.valid).toBe(false);
});

test.each([
  ['a flow list', `${OK}\nmetadata: {tags: "a b"}`],
  ['a quoted colon', 'name: my-skill\ndescription: "Use when: always"'],
  ['a colon without a space', 'name: my-skill\ndescription: Use at 12:30 with http://example.com'],
  ['a block scalar', 'name: my-skill\ndescription: >-\n  Use when:\n  always'],
  ['a folded plain value', 'name: my-skill\ndescription: Use when\n  it rains'],
  ['comments and blank lines', `# First\n\n${OK} # last`],
  ['quoted keys', '"name": my-skill\n\'description\': Use it.'],
])('%s is ordinary YAML and is accepted', (_, frontmatter) => {
  expect(specFindings(skillWith(frontmatter))).toEqual([]);
});

test.each([
  ['an anchor', 'name: &n my-skill\ndescription: Use it.', 'spec/yaml-plain 2:10'],
  ['a tag', 'name: !!str my-skill\ndescription: Use it.', 'spec/yaml-plain 2:13'],
  [
    'dashes in a value',
    'name: my-skill\ndescription: Use it --- or not.',
    'spec/frontmatter-without-dashes 3:21',
  ],
  ['dashes in a comment', `# ---- Fields\n${OK}`, 'spec/frontmatter-without-dashes 2:3'],
])('%s is accepted with a warning', (_, frontmatter, finding) => {
  expect(specFindings(skillWith(frontmatter))).toEqual([finding]);
  expect(checkSkill(skillWith(frontmatter))).toMatchObject({ spec: { valid: true }, verdict: 'warn' });
});

test('an alias is read, and the warning is about its anchor', () => {
  expect(specFindings(skillWith('name: &n my-skill\ndescription: *n'))).toEqual([
    'spec/yaml-plain 2:10',
    'spec/description-says-when 3:1',
  ]);
});

test('dashes in the body cause no warning', () => {
  expect(specFindings(skillOf(`---\n${OK}\n---\n---\nBody\n\n---\n\nMore --- of it\n`))).toEqual([]);
});

test('an unquoted colon is an error with a position, and the rest is still checked', () => {
  const folder = skillWith('name: My-skill\ndescription: Use when: always\nversion: "1"', 'My-skill');
  expect(specFindings(folder)).toEqual([
    'spec/name-lowercase 2:1',
    'spec/yaml-colons-quoted 3:14',
    'spec/known-keys 4:1',
  ]);
});

test('a duplicate key is an error at its second occurrence', () => {
  expect(specFindings(skillWith(`${OK}\nname: my-skill`))).toEqual(['spec/yaml-keys-unique 4:1']);
  expect(specFindings(skillWith(`${OK}\nmetadata:\n  a: b\n  a: c`))).toEqual(['spec/yaml-keys-unique 6:3']);
});

test.each([
  ['version', 'Unexpected field in the frontmatter: "version".'],
  [
    'allowed_tools',
    'Unexpected field in the frontmatter: "allowed_tools"; "allowed-tools" was probably meant.',
  ],
  ['License', 'Unexpected field in the frontmatter: "License"; "license" was probably meant.'],
  ['argument-hint', 'Unexpected field in the frontmatter: "argument-hint".'],
])('the unknown key %s is a warning, and an error in strict mode', (key, sentence) => {
  const folder = skillWith(`${OK}\n${key}: x`);
  expect(specFindings(folder)).toEqual(['spec/known-keys 4:1']);
  expect(checkSkill(folder).spec).toEqual({ valid: true, errors: [], warnings: [sentence] });
  expect(checkSkill(folder, { strict: true }).spec).toEqual({
    valid: false,
    errors: [sentence],
    warnings: [],
  });
});
