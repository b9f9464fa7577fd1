import type { TrialRecord } from '../contracts/trial-record.ts';

/** The trial was measured, but its evidence is gone. */
export function isEvidenceLost({ result }: TrialRecord): boolean {
  return result.status === 'faulted' && result.reason === 'evidence-lost';
}
