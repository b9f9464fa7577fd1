import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { skillWith, specFindings, specRules } from '../skill-folder.ts';

function described(yaml: string) {
  return skillWith(`name: my-skill\ndescription: ${yaml}`);
}

function long(length: number): string {
  return `Use it: ${'x'.repeat(length - 'Use it: '.length)}`;
}

test.each([
  ['name: my-skill', 'spec/description-present 1:1'],
  ['name: my-skill\ndescription:', 'spec/description-present 3:1'],
  ['name: my-skill\ndescription: ""', 'spec/description-present 3:1'],
  ['name: my-skill\ndescription: "  "', 'spec/description-present 3:1'],
  ['name: my-skill\ndescription: [a, b]', 'spec/description-present 3:1'],
])('%j has no description', (frontmatter, finding) => {
  expect(specFindings(skillWith(frontmatter))).toEqual([finding]);
});

test.each([
  ['1024 characters', JSON.stringify(long(1024)), []],
  ['1025 characters', JSON.stringify(long(1025)), ['spec/description-length']],
  ['1024 characters outside the basic plane', `Use ${'\u{20000}'.repeat(1020)}`, []],
  ['1024 characters in a block without its line end', `|-\n  ${long(1024)}`, []],
  ['1024 characters and the line end of a block', `|\n  ${long(1024)}`, ['spec/description-length']],
])('a description of %s', (_, yaml, rules) => {
  expect(specRules(described(yaml))).toEqual(rules);
});

test('a description that is too long says how long it is', () => {
  expect(checkSkill(described('x'.repeat(1100))).spec.errors).toEqual([
    'The description exceeds the 1024 character limit: it has 1100.',
  ]);
});

test('angle brackets cause a warning', () => {
  expect(specFindings(described('Use <foo> & <bar> tags.'))).toEqual(['spec/description-without-tags 3:1']);
  expect(checkSkill(described('Use <foo> & <bar> tags.')).verdict).toBe('warn');
});

test('a description that does not say when to use the skill is mentioned, and passes', () => {
  expect(specRules(described('Formats text.'))).toEqual(['spec/description-says-when']);
  expect(checkSkill(described('Formats text.')).verdict).toBe('pass');
});

test.each(['Formats text when asked.', 'For tables.', 'Formatiert Texte für Bücher.', '将文本格式化。'])(
  '%s says when to use the skill, or is not judged',
  (description) => {
    expect(specRules(described(description))).toEqual([]);
  },
);

test('a description that YAML reads as a boolean is read, with a warning', () => {
  expect(specRules(described('true'))).toEqual(['spec/values-quoted', 'spec/description-says-when']);
});
