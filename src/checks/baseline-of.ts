import type { BaselineEntry } from '../contracts/check-baseline.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import { fingerprintOf } from '../contracts/finding-fingerprint.ts';

/**
 * Entries that accept every open finding, one for each fingerprint. Faults of the checking itself are not
 * accepted.
 */
export function baselineOf(reports: readonly CheckReport[], reason: string): BaselineEntry[] {
  const entries = reports.flatMap(({ name, findings }) =>
    findings
      .filter(({ rule }) => !rule.startsWith('check/'))
      .map((finding) => ({
        rule: finding.rule,
        skill: name,
        file: finding.file,
        fingerprint: fingerprintOf(finding),
        reason,
      })),
  );
  return [...new Map(entries.map((entry) => [`${entry.fingerprint} ${entry.skill}`, entry])).values()];
}
