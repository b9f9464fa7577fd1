import type { CheckReport } from '../contracts/check-report.ts';
import { type Finding, Severity } from '../contracts/finding.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { completeFinding, type Rigour } from './complete-finding.ts';
import { readSkill } from './read-skill.ts';
import type { Check } from './rule.ts';
import { CHECKS } from './rules.ts';
import { runChecks } from './run-checks.ts';
import { snapshotOf } from './snapshot.ts';

/** `path`: where in its source the skill lies, for the report. */
export type CheckOptions = Rigour & { path?: string; checks?: readonly Check[] };

/** Everything that can be said of a skill without running it. */
export function checkSkill(folder: SkillFolder, options: CheckOptions = {}): CheckReport {
  const skill = readSkill(folder);
  const { name, source, digest } = snapshotOf(folder, skill);
  const raw = runChecks(skill, options.checks ?? CHECKS);
  const findings = raw.map((finding) => completeFinding(finding, options)).sort(bySeverityThenPlace);
  const spec = specPart(findings);
  return { name, source, path: options.path ?? '.', digest, spec, findings, verdict: verdictOf(findings) };
}

/** Of the specification's rules, what is high is an error; what is merely informative is only a finding. */
function specPart(findings: readonly Finding[]): CheckReport['spec'] {
  const ofSpec = findings.filter(({ rule }) => rule.startsWith('spec/'));
  const errors = ofSpec.filter(isSerious).map(sentenceOf);
  const warnings = ofSpec
    .filter((finding) => !isSerious(finding) && finding.severity !== 'info')
    .map(sentenceOf);
  return { valid: errors.length === 0, errors, warnings };
}

/** A serious finding stands whatever else could not be checked; without one, a crashed check leaves no verdict. */
function verdictOf(findings: readonly Finding[]): CheckReport['verdict'] {
  if (findings.some(isSerious)) return 'fail';
  if (findings.some(({ rule }) => rule === 'check/crashed')) return 'error';
  return findings.some(({ severity }) => severity !== 'info') ? 'warn' : 'pass';
}

function isSerious({ severity }: Finding): boolean {
  return severity === 'critical' || severity === 'high';
}

function sentenceOf({ title }: Finding): string {
  return `${title}.`;
}

function bySeverityThenPlace(a: Finding, b: Finding): number {
  return (
    rank(a) - rank(b) ||
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule)
  );
}

function rank({ severity }: Finding): number {
  return Severity.options.indexOf(severity);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
