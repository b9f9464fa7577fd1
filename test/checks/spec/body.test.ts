import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { OK, skillOf, specFindings } from '../skill-folder.ts';

function withBody(body: string) {
  return skillOf(`---\n${OK}\n---\n${body}`);
}

test.each([
  ['500 lines', 'x\n'.repeat(500)],
  ['500 lines, the last without an end', `${'x\n'.repeat(499)}x`],
  ['5000 tokens', `${'x'.repeat(19_999)}\n`],
])('a body of %s is fine', (_, body) => {
  expect(specFindings(withBody(body))).toEqual([]);
});

test.each([
  ['501 lines', 'x\n'.repeat(501)],
  ['501 lines, the last without an end', `${'x\n'.repeat(500)}x`],
])('a body of %s is a warning', (_, body) => {
  expect(checkSkill(withBody(body)).spec.warnings).toEqual([
    'The body has 501 lines; at most 500 are recommended.',
  ]);
});

test('a body of more than about 5000 tokens is mentioned, and passes', () => {
  const report = checkSkill(withBody(`${'x'.repeat(20_000)}\n`));
  expect(report.findings).toMatchObject([
    { rule: 'spec/body-tokens', severity: 'info', confidence: 'low', line: 5, column: 1 },
  ]);
  expect(report.verdict).toBe('pass');
});

test.each(['', '\n', ' \n\n'])('an empty body, %j, is mentioned, and passes', (body) => {
  expect(specFindings(withBody(body))).toEqual(['spec/body-not-empty 5:1']);
  expect(checkSkill(withBody(body)).verdict).toBe('pass');
});
