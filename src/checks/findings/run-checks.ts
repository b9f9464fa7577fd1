import { messageOf } from '../../base/assay-error.ts';
import type { ReadSkill } from '../skill/read-skill.ts';
import type { Check, RawFinding, Rule } from './rule.ts';

const crashed: Rule = {
  id: 'check/crashed',
  title: 'A check could not be carried out',
  severity: 'medium',
  why: 'A check that stopped halfway says nothing about the skill: what it looks for may be there.',
  remedy: 'Look at the skill by hand, and report the fault with the message below.',
  owasp: [],
  reference: 'Assay: a fault of the harness is reported as one, never as a result.',
};

const capped: Rule = {
  id: 'check/capped',
  title: 'Further findings of a rule are left out',
  severity: 'info',
  why: 'The first findings of a rule show what is wrong; thousands more would hide those of the other rules.',
  remedy: 'Fix the findings that are listed, then check again.',
  owasp: [],
  reference: 'Assay: a report stays readable whatever the skill holds.',
};

/** Rules about running the checks, not about a skill. */
export const runRules: readonly Rule[] = [crashed, capped];

export const MAX_FINDINGS_PER_CHECK = 100;

/**
 * The findings of every check, in the order of the checks. A check that throws loses only its own findings.
 */
export function runChecks(skill: ReadSkill, checks: readonly Check[]): RawFinding[] {
  return checks.flatMap((check) => cap(runCheck(skill, check)));
}

function runCheck(skill: ReadSkill, check: Check): RawFinding[] {
  try {
    return check.check(skill);
  } catch (thrown) {
    const rules = check.rules.map(({ id }) => id).join(', ');
    return [{ ...wholeSkill, rule: crashed, title: `Not checked: ${rules}`, excerpt: messageOf(thrown) }];
  }
}

function cap(findings: RawFinding[]): RawFinding[] {
  const [first] = findings;
  const left = findings.length - MAX_FINDINGS_PER_CHECK;
  if (first === undefined || left <= 0) return findings;
  const title = `${left} more findings like ${first.rule.id} are left out`;
  return [...findings.slice(0, MAX_FINDINGS_PER_CHECK), { ...wholeSkill, rule: capped, title, excerpt: '' }];
}

const wholeSkill = { file: 'SKILL.md', line: 1, column: 1 };
