import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import { maskSecrets } from './mask-secrets.ts';
import { verdictOf } from './verdict.ts';

/** For what is to be said of a source itself, or of skills of it that were not loaded. */
export function sourceReport(
  source: string,
  findings: readonly Finding[],
  verdict: CheckReport['verdict'] = verdictOf(findings),
): CheckReport {
  // A command line may hold what a report must not.
  const named = maskSecrets(source);
  return {
    name: named,
    source: named,
    path: '.',
    digest: null,
    spec: { valid: verdict === 'pass' || verdict === 'warn', errors: [], warnings: [] },
    findings: [...findings],
    suppressed: [],
    verdict,
  };
}
