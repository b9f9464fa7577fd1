import type { CheckReport } from '../contracts/check-report.ts';
import { type Finding, Severity } from '../contracts/finding.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { completeFinding, type Rigour } from './findings/complete-finding.ts';
import type { Check } from './findings/rule.ts';
import { runChecks } from './findings/run-checks.ts';
import { readSkill } from './skill/read-skill.ts';
import { snapshotOf } from './snapshot.ts';
import { specChecks } from './spec/checks.ts';
import { isSpecError, verdictOf } from './verdict.ts';

export type CheckOptions = Rigour & {
  /** The skill's place in its source, for the report. */
  path?: string;
  /** The checks of the specification unless given. */
  checks?: readonly Check[];
  /** Findings from loading the skill. */
  found?: readonly Finding[];
};

/** Checks a skill without running it. */
export function checkSkill(folder: SkillFolder, options: CheckOptions = {}): CheckReport {
  const skill = readSkill(folder);
  const { name, source, digest } = snapshotOf(folder, skill);
  const raw = runChecks(skill, options.checks ?? specChecks);
  const checked = raw.map((finding) => completeFinding(finding, options));
  const findings = [...checked, ...(options.found ?? [])].sort(bySeverityThenPlace);
  const spec = specPart(findings);
  const path = options.path ?? '.';
  return { name, source, path, digest, spec, findings, suppressed: [], verdict: verdictOf(findings) };
}

/** Informational findings do not make a skill violate the specification. */
function specPart(findings: readonly Finding[]): CheckReport['spec'] {
  const ofSpec = findings.filter(({ rule }) => rule.startsWith('spec/'));
  const errors = ofSpec.filter(isSpecError).map(sentenceOf);
  const warnings = ofSpec
    .filter((finding) => !isSpecError(finding) && finding.severity !== 'info')
    .map(sentenceOf);
  return { valid: errors.length === 0, errors, warnings };
}

function sentenceOf({ title }: Finding): string {
  return `${title}.`;
}

/** Sorts the worst first, and then in the order in which a reader goes through the files. */
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
