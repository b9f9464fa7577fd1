import { expect, test } from 'vitest';
import type { Check, RawFinding, Rule } from '../../../src/checks/findings/rule.ts';
import { MAX_FINDINGS_PER_CHECK, runChecks } from '../../../src/checks/findings/run-checks.ts';
import { readSkill } from '../../../src/checks/skill/read-skill.ts';
import { OK, skillWith } from '../skill-folder.ts';

const rule: Rule = {
  id: 'spec/example',
  title: 'An example',
  severity: 'low',
  why: 'It is one.',
  remedy: 'None.',
  owasp: [],
  reference: 'None.',
};
const finding: RawFinding = { rule, file: 'SKILL.md', line: 1, column: 1, excerpt: '' };

function checkThat(finds: () => RawFinding[]): Check {
  return { rules: [rule], check: finds };
}

function crash(): RawFinding[] {
  throw new TypeError('nothing is not a function');
}

function run(...checks: Check[]): RawFinding[] {
  return runChecks(readSkill(skillWith(OK)), checks);
}

test('findings follow the order of the checks', () => {
  const second = { ...finding, line: 2 };
  expect(
    run(
      checkThat(() => [finding]),
      checkThat(() => [second]),
    ),
  ).toEqual([finding, second]);
});

test('a check that crashes becomes a finding, and the others continue', () => {
  const findings = run(
    checkThat(crash),
    checkThat(() => [finding]),
  );
  expect(findings).toMatchObject([
    {
      rule: { id: 'check/crashed' },
      title: 'Not checked: spec/example',
      excerpt: 'nothing is not a function',
    },
    { rule: { id: 'spec/example' } },
  ]);
});

test('an excessive number of findings is cut, and the rest are counted', () => {
  const many = Array.from({ length: MAX_FINDINGS_PER_CHECK + 7 }, () => finding);
  const findings = run(checkThat(() => many));
  expect(findings).toHaveLength(MAX_FINDINGS_PER_CHECK + 1);
  expect(findings.at(-1)).toMatchObject({
    rule: { id: 'check/capped' },
    title: '7 more findings like spec/example are left out',
  });
});

test('findings up to the limit are all kept', () => {
  const many = Array.from({ length: MAX_FINDINGS_PER_CHECK }, () => finding);
  expect(run(checkThat(() => many))).toEqual(many);
});
