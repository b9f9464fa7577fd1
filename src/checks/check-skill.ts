import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { completeFinding, type Rigour } from './findings/complete-finding.ts';
import { bySeverityThenPlace } from './findings/order-findings.ts';
import type { Check } from './findings/rule.ts';
import { runChecks } from './findings/run-checks.ts';
import { readSkill } from './skill/read-skill.ts';
import { snapshotOf } from './snapshot.ts';
import { specChecks } from './spec/checks.ts';
import { isSpecError, verdictOf } from './verdict.ts';

export type CheckOptions = Rigour & {
  /** Where in its source the skill lies, for the report. */
  path?: string;
  /** Those of the specification unless said. */
  checks?: readonly Check[];
  /** What loading it showed already. */
  found?: readonly Finding[];
};

/** Everything that can be said of a skill without running it. */
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

/** Of the specification's rules, what is merely informative is only a finding. */
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
