import type { TrialRecord } from '../contracts/trial-record.ts';

/** By the run's budget (a failed attempt) or with its session (none): made again as soon as a later one has more of it. */
export function isCutShort({ result }: TrialRecord): boolean {
  return result.status === 'measured'
    ? result.evidence.budgetReached?.of === 'run'
    : result.reason === 'interrupted';
}
