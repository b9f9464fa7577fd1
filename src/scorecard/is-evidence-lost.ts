import type { TrialRecord } from '../contracts/trial-record.ts';

/** Measured once, with nothing left to show for it. */
export function isEvidenceLost({ result }: TrialRecord): boolean {
  return result.status === 'faulted' && result.reason === 'evidence-lost';
}
