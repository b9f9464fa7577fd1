import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';

/**
 * Serious findings fail a skill even if other things could not be checked; otherwise a crashed check leaves
 * no verdict.
 */
export function verdictOf(findings: readonly Finding[]): CheckReport['verdict'] {
  if (findings.some((finding) => isSerious(finding) || isSpecError(finding))) return 'fail';
  if (findings.some(isIncompleteness)) return 'error';
  return findings.some(({ severity }) => severity !== 'info') ? 'warn' : 'pass';
}

function isSerious({ severity }: Finding): boolean {
  return severity === 'critical' || severity === 'high';
}

/**
 * A skill that violates a specification fails, but is no danger, so the rules of specifications stay
 * below high severity.
 */
export function isSpecError({ rule, severity }: Finding): boolean {
  return (
    (rule.startsWith('spec/') || rule.startsWith('manifest/')) && severity !== 'low' && severity !== 'info'
  );
}

/**
 * Something was not looked at, and so may hold anything. A serious fault of the source keeps the affected
 * skill from being loaded.
 */
export function isIncompleteness(finding: Finding): boolean {
  return INCOMPLETE.has(finding.rule) || (finding.rule.startsWith('source/') && isSerious(finding));
}

const INCOMPLETE: ReadonlySet<string> = new Set([
  'check/crashed',
  'check/not-loaded',
  'source/too-many-skills',
]);
