import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { skillWith, specFindings, specRules } from '../skill-folder.ts';

const REST = '\ndescription: Use it.';

function named(name: string, folder = name) {
  return skillWith(`name: ${JSON.stringify(name)}${REST}`, folder);
}

test.each(['pdf-processing', '123', 'a', 'a1-b2', 'a'.repeat(64)])(
  '%s is a valid name everywhere',
  (name) => {
    expect(specRules(named(name), { strict: true, published: true })).toEqual([]);
  },
);

test.each([
  'навык',
  'мой-навык',
  '技能',
  '한국어',
  'café',
  'straße',
  'ελ',
  '١٢٣',
  'a²',
  '\u{20000}'.repeat(33),
])('%s is a valid name with a warning, and invalid in a published skill', (name) => {
  const folder = named(name, name.normalize('NFKC'));
  expect(specRules(folder)).toEqual(['spec/name-portable']);
  expect(checkSkill(folder, { strict: true }).spec.valid).toBe(true);
  expect(checkSkill(folder, { published: true }).spec.valid).toBe(false);
});

test.each([
  ['my_skill', ['spec/name-charset']],
  ['a.b', ['spec/name-charset']],
  ['a b', ['spec/name-charset']],
  ['rocket-🚀', ['spec/name-charset']],
  ['हिन्दी', ['spec/name-charset']],
  ['MySkill', ['spec/name-lowercase']],
  ['НАВЫК', ['spec/name-lowercase']],
  ['İstanbul', ['spec/name-lowercase']],
  ['-my-skill', ['spec/name-hyphens']],
  ['my-skill-', ['spec/name-hyphens']],
  ['my--skill', ['spec/name-hyphens']],
  ['-my--skill', ['spec/name-hyphens', 'spec/name-hyphens']],
  ['a'.repeat(65), ['spec/name-length']],
  ['\u{20000}'.repeat(65), ['spec/name-length', 'spec/name-portable']],
])('%s is not a valid name', (name, rules) => {
  expect(specRules(named(name))).toEqual(rules);
  expect(checkSkill(named(name)).spec.valid).toBe(false);
});

test.each([
  ['composed and decomposed', 'cafe\u0301', 'caf\u00e9'],
  ['decomposed, as some file systems store it, and composed', 'caf\u00e9', 'cafe\u0301'],
  ['full width and plain', 'ａ', 'a'],
  ['a ligature and its letters', 'ﬁ', 'fi'],
])('%s are the same name, but not portable', (_, name, folder) => {
  expect(specRules(named(name, folder))).toEqual(['spec/name-portable']);
});

test('spaces around a quoted name are ignored, but not portable', () => {
  expect(specRules(named(' my-skill ', 'my-skill'))).toEqual(['spec/name-portable']);
});

test('a folder with a different name is a warning, and an error in strict mode', () => {
  const folder = named('correct-name', 'wrong-name');
  const sentence = 'The folder name "wrong-name" must match skill name "correct-name".';
  expect(checkSkill(folder).spec).toEqual({ valid: true, errors: [], warnings: [sentence] });
  expect(checkSkill(folder, { strict: true }).spec).toEqual({
    valid: false,
    errors: [sentence],
    warnings: [],
  });
});

test('the case of the folder name matters', () => {
  expect(specRules(named('my-skill', 'My-Skill'))).toEqual(['spec/name-matches-folder']);
});

test('a skill that came without a folder has no folder name to differ from', () => {
  expect(specRules({ ...named('my-skill'), folder: null })).toEqual([]);
});

test.each([
  ['description: Use it.', 'spec/name-present 1:1'],
  [`name:${REST}`, 'spec/name-present 2:1'],
  [`name: ~${REST}`, 'spec/name-present 2:1'],
  [`name: "  "${REST}`, 'spec/name-present 2:1'],
  [`name: [a]${REST}`, 'spec/name-present 2:1'],
  [`name: {a: b}${REST}`, 'spec/name-present 2:1'],
])('%j has no name', (frontmatter, finding) => {
  expect(specFindings(skillWith(frontmatter))).toEqual([finding]);
});

test('a name that YAML reads as a number is valid, with a warning', () => {
  expect(specFindings(skillWith(`name: 123${REST}`, '123'))).toEqual(['spec/values-quoted 2:1']);
});
