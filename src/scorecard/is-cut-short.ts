import type { TrialRecord } from '../contracts/trial-record.ts';

/**
 * A trial that was cut short, by the run's budget (a failed attempt) or with its session (no attempt), is run
 * again once a later session allows it.
 */
export function isCutShort({ result }: TrialRecord): boolean {
  return result.status === 'measured'
    ? result.evidence.budgetReached?.of === 'run'
    : result.reason === 'interrupted';
}
