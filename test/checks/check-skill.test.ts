import { expect, test } from 'vitest';
import { checkSkill } from '../../src/checks/check-skill.ts';
import type { Check, Rule } from '../../src/checks/findings/rule.ts';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { CheckReport } from '../../src/contracts/check-report.ts';
import type { Severity } from '../../src/contracts/finding.ts';
import { OK, skillFolder, skillWith } from './skill-folder.ts';

function checkOf(id: Rule['id'], severity: Severity, line = 1): Check {
  const rule: Rule = { id, title: id, severity, why: '', remedy: '', owasp: [], reference: '' };
  return {
    rules: [rule],
    check: () => [{ rule, file: 'SKILL.md', line, column: 1, excerpt: '' }],
  };
}

const crashing: Check = {
  rules: [],
  check() {
    throw new Error('out of order');
  },
};

function verdictOf(...checks: Check[]) {
  return checkSkill(skillWith(OK), { checks }).verdict;
}

test('a sound skill passes', () => {
  const folder = skillWith(OK);
  expect(CheckReport.parse(checkSkill(folder))).toEqual({
    name: 'my-skill',
    source: './my-skill',
    path: '.',
    digest: snapshotOf(folder).digest,
    spec: { valid: true, errors: [], warnings: [] },
    findings: [],
    suppressed: [],
    verdict: 'pass',
  });
});

test('a broken skill still gets a report', () => {
  const report = CheckReport.parse(checkSkill(skillFolder({}), { path: 'skills/empty' }));
  expect(report).toMatchObject({
    name: 'my-skill',
    path: 'skills/empty',
    spec: { valid: false, errors: ['Missing required file: SKILL.md.'], warnings: [] },
    verdict: 'fail',
  });
});

test('errors and warnings are sentences, and each has a finding with a position', () => {
  const report = checkSkill(skillWith('name: My_Skill\ndescription: Use it.\nversion: "1"', 'My_Skill'));
  expect(report.spec).toEqual({
    valid: false,
    errors: [
      'The name contains invalid characters: "_" in "My_Skill".',
      'The name must be lowercase: "My_Skill".',
    ],
    warnings: ['Unexpected field in the frontmatter: "version".'],
  });
  expect(report.findings.map(({ rule, line, column }) => [rule, line, column])).toEqual([
    ['spec/name-charset', 2, 1],
    ['spec/name-lowercase', 2, 1],
    ['spec/known-keys', 4, 1],
  ]);
});

test.each<[Severity, boolean, number, number, string]>([
  ['critical', false, 1, 0, 'fail'],
  ['high', false, 1, 0, 'fail'],
  ['medium', false, 1, 0, 'fail'],
  ['low', true, 0, 1, 'warn'],
  ['info', true, 0, 0, 'pass'],
])('a specification finding of severity %s: valid %o, errors %i, warnings %i, verdict %s', (...row) => {
  const [severity, valid, errors, warnings, verdict] = row;
  const report = checkSkill(skillWith(OK), { checks: [checkOf('spec/example', severity)] });
  expect(report).toMatchObject({ spec: { valid }, verdict });
  expect([report.spec.errors, report.spec.warnings]).toMatchObject([
    { length: errors },
    { length: warnings },
  ]);
});

test('a security finding decides the verdict without affecting the specification', () => {
  const report = checkSkill(skillWith(OK), { checks: [checkOf('security/example', 'critical')] });
  expect(report).toMatchObject({ spec: { valid: true, errors: [], warnings: [] }, verdict: 'fail' });
});

test('a check that crashes leaves the skill without a verdict, unless another finding fails it', () => {
  expect(verdictOf(crashing)).toBe('error');
  expect(verdictOf(crashing, checkOf('spec/example', 'low'))).toBe('error');
  expect(verdictOf(crashing, checkOf('spec/example', 'high'))).toBe('fail');
});

test('findings are sorted by severity, then position, then rule', () => {
  const checks = [
    checkOf('spec/d', 'low', 1),
    checkOf('spec/c', 'high', 9),
    checkOf('spec/b', 'high', 2),
    checkOf('spec/a', 'high', 2),
  ];
  const { findings } = checkSkill(skillWith(OK), { checks });
  expect(findings.map(({ rule }) => rule)).toEqual(['spec/a', 'spec/b', 'spec/c', 'spec/d']);
});
