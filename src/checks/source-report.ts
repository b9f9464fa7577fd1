import { posix } from 'node:path';
import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import { maskSecrets } from './findings/mask-secrets.ts';

type About = {
  verdict: CheckReport['verdict'];
  /** A skill of the source that was not loaded; the source itself if not given. */
  path?: string;
};

/** A report about a source itself, or about a skill of it that was not loaded. */
export function sourceReport(
  source: string,
  findings: readonly Finding[],
  { verdict, path = '.' }: About,
): CheckReport {
  // A command line may hold secrets, which a report must not contain.
  const named = maskSecrets(source);
  return {
    name: path === '.' ? named : posix.basename(path),
    source: named,
    path,
    digest: null,
    spec: { valid: verdict === 'pass' || verdict === 'warn', errors: [], warnings: [] },
    findings: [...findings],
    suppressed: [],
    verdict,
  };
}
