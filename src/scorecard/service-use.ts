import type { EgressEvent } from '../contracts/egress.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard, ServiceUse } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';

type Counts = ServiceUse['baseline'];

const NONE: Counts = { asked: 0, failed: 0, unrecorded: 0 };

/** Counts what tasks asked of hosts that they could really reach: if it failed in one arm, the service was compared too. */
export function serviceUse({ tasks }: RunPlan, records: readonly TrialRecord[]): Pick<Scorecard, 'services'> {
  if (!tasks.some(({ network }) => network?.kind === 'allow')) return {};
  const usedBy = (arm: Arm) =>
    records
      .filter(({ trial }) => trial.kind === 'task' && trial.arm === arm)
      .flatMap(({ result }) => (result.status === 'measured' ? result.evidence.egress : []))
      .map(countsOf)
      .reduce(sumOf, NONE);
  return { services: { baseline: usedBy('baseline'), withSkill: usedBy('with-skill') } };
}

function countsOf(event: EgressEvent): Counts {
  if (event.kind === 'cut' || (event.decision !== 'forwarded' && event.decision !== 'replayed')) return NONE;
  if (event.kind === 'counted') return { asked: event.count, failed: event.failed ?? 0, unrecorded: 0 };
  const outcome = 'outcome' in event ? event.outcome : undefined;
  return {
    asked: 1,
    failed: outcome?.kind === 'failed' ? 1 : 0,
    unrecorded: outcome?.kind === 'answered' && outcome.unrecorded === true ? 1 : 0,
  };
}

function sumOf(one: Counts, other: Counts): Counts {
  return {
    asked: one.asked + other.asked,
    failed: one.failed + other.failed,
    unrecorded: one.unrecorded + other.unrecorded,
  };
}
