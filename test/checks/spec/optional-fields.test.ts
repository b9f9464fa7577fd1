import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { OK, skillWith, specFindings } from '../skill-folder.ts';

function withFields(fields: string) {
  return skillWith(`${OK}\n${fields}`);
}

test.each([
  'license: MIT',
  'license: Proprietary. LICENSE.txt has complete terms',
  'compatibility: Requires Python 3.11+',
  `compatibility: ${'x'.repeat(500)}`,
  `compatibility: ${'\u{20000}'.repeat(500)}`,
  'metadata:\n  author: Test Author\n  version: "1.0"',
  'metadata: {author: Test Author}',
  'metadata:',
  'metadata: {}',
  'allowed-tools: Bash(jq:*) Bash(git:*)',
])('%s is fine', (fields) => {
  expect(specFindings(withFields(fields), { strict: true, published: true })).toEqual([]);
});

test.each([
  ['compatibility: [Python]', 'spec/compatibility-is-text 4:1'],
  ['compatibility: {python: "3"}', 'spec/compatibility-is-text 4:1'],
  [`compatibility: ${'x'.repeat(501)}`, 'spec/compatibility-length 4:1'],
])('%s is an error', (fields, finding) => {
  expect(specFindings(withFields(fields))).toEqual([finding]);
  expect(checkSkill(withFields(fields)).verdict).toBe('fail');
});

test.each([
  ['compatibility: ""', 'spec/compatibility-not-empty 4:1'],
  ['compatibility:', 'spec/compatibility-not-empty 4:1'],
  ['compatibility: "  "', 'spec/compatibility-not-empty 4:1'],
  ['license: [MIT, Apache-2.0]', 'spec/license-is-text 4:1'],
  ['license: 2', 'spec/values-quoted 4:1'],
  ['metadata: text', 'spec/metadata-is-map 4:1'],
  ['metadata: [a, b]', 'spec/metadata-is-map 4:1'],
  ['metadata:\n  a: b\n  tags:\n    - c', 'spec/metadata-is-map 6:3'],
  ['metadata:\n  a:\n    b: c', 'spec/metadata-is-map 5:3'],
  ['allowed-tools: [Read, Grep]', 'spec/allowed-tools-is-text 4:1'],
  ['allowed-tools:\n  - Read', 'spec/allowed-tools-is-text 4:1'],
])('%s is a warning', (fields, finding) => {
  expect(specFindings(withFields(fields))).toEqual([finding]);
  expect(checkSkill(withFields(fields))).toMatchObject({ spec: { valid: true }, verdict: 'warn' });
});

test.each(['text', '[a, b]', '\n  a:\n    b: c'])('metadata: %j is an error in strict mode', (value) => {
  const { spec, verdict } = checkSkill(withFields(`metadata: ${value}`), { strict: true });
  expect({ valid: spec.valid, verdict }).toEqual({ valid: false, verdict: 'fail' });
});

test.each(['1.0', 'true', '~'])(
  'the metadata value %s is reported as not being text, and passes',
  (value) => {
    const folder = withFields(`metadata:\n  version: ${value}`);
    expect(specFindings(folder)).toEqual(['spec/metadata-quoted 5:3']);
    expect(checkSkill(folder).verdict).toBe('pass');
  },
);
