import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';

/** What fails a skill stands whatever else could not be checked; without that, a crashed check leaves no verdict. */
export function verdictOf(findings: readonly Finding[]): CheckReport['verdict'] {
  if (findings.some((finding) => isSerious(finding) || isSpecError(finding))) return 'fail';
  if (findings.some(isIncompleteness)) return 'error';
  return findings.some(({ severity }) => severity !== 'info') ? 'warn' : 'pass';
}

function isSerious({ severity }: Finding): boolean {
  return severity === 'critical' || severity === 'high';
}

/** A skill that breaks the specification fails, but it is no danger: its rules say so, and stay below high severity. */
export function isSpecError({ rule, severity }: Finding): boolean {
  return rule.startsWith('spec/') && severity !== 'low' && severity !== 'info';
}

/**
 * That something was not looked at: it may hold anything. What is seriously wrong with a source keeps the skill that it
 * is in from being loaded.
 */
export function isIncompleteness(finding: Finding): boolean {
  return INCOMPLETE.has(finding.rule) || (finding.rule.startsWith('source/') && isSerious(finding));
}

const INCOMPLETE: ReadonlySet<string> = new Set([
  'check/crashed',
  'check/not-loaded',
  'source/too-many-skills',
]);
