import type { TrialRecord } from '../contracts/trial-record.ts';

/** By the run's budget: a failed attempt, which is made again where a later session has more of it. */
export function isCutShort({ result }: TrialRecord): boolean {
  return result.status === 'measured' && result.evidence.budgetReached?.of === 'run';
}
