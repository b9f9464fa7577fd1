import type { CheckReport } from '../contracts/check-report.ts';
import { type Finding, Severity } from '../contracts/finding.ts';
import { isIncompleteness, isSpecError } from './verdict.ts';

export type GateOutcome = 'passed' | 'findings' | 'incomplete';

/**
 * Tells whether an open finding is as severe as `failOn`. Findings count even if other things could not be
 * checked.
 */
export function gate(reports: readonly CheckReport[], failOn: Severity): GateOutcome {
  if (reports.some(({ findings }) => findings.some((finding) => fails(finding, failOn)))) return 'findings';
  return reports.some(isIncomplete) ? 'incomplete' : 'passed';
}

/** Findings that break the specification fail the check even if no open finding is as severe as `failOn`. */
export function failsBySpecificationAlone(reports: readonly CheckReport[], failOn: Severity): Finding[] {
  const failing = reports.flatMap(({ findings }) => findings.filter((finding) => fails(finding, failOn)));
  return failing.some(({ severity }) => rank(severity) <= rank(failOn)) ? [] : failing;
}

/**
 * A fault of the checking is no finding about the skill. A violation of the specification is refused like a
 * danger.
 */
function fails(finding: Finding, failOn: Severity): boolean {
  const severity = isSpecError(finding) ? 'high' : finding.severity;
  return !finding.rule.startsWith('check/') && rank(severity) <= rank(failOn);
}

function rank(severity: Severity): number {
  return Severity.options.indexOf(severity);
}

/** A report can be incomplete even if a serious finding has already decided its verdict. */
function isIncomplete({ verdict, findings }: CheckReport): boolean {
  return verdict === 'error' || findings.some(isIncompleteness);
}
