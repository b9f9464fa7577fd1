import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { isSettled } from '../probes/is-settled.ts';
import { probeOf } from './grade-record.ts';

/**
 * A trial that was cut short, by the run's budget (a failed attempt) or with its session (no attempt), is run again once a
 * later session allows it, unless what was seen has decided it.
 */
export function isCutShort({ trial, result }: TrialRecord, probes: readonly Probe[]): boolean {
  if (result.status !== 'measured') return result.reason === 'interrupted';
  const { evidence } = result;
  return evidence.budgetReached?.of === 'run' && !isSettled(evidence, probeOf(trial, probes));
}
