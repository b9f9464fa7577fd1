import type { Arm } from '../contracts/identifiers.ts';
import { isAnswered, type ModelCall } from '../contracts/model-call.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { costOfCalls } from '../scoring/prices/cost-of-calls.ts';
import { priceOf } from '../scoring/prices/price-of.ts';
import { spentOn } from './spent-on.ts';
import { sumOfKnown } from './sum-of-known.ts';

type Priced = Pick<RunPlan, 'prices'>;

/** The cost in US dollars; `null` if no prices are known, or the usage of an answer is not on record. */
export function trialCost({ prices }: Priced, { result }: TrialRecord): number | null {
  if (prices.length === 0 || result.status === 'faulted') return null;
  const { modelCalls, requests } = result.evidence;
  const answered = modelCalls.filter(isAnswered).length;
  return answered === requests ? costOfCalls(modelCalls, prices) : null;
}

/** The cost of all attempts on record, for each arm, and in total with that of judging. */
export function runCost(plan: Priced, records: readonly TrialRecord[]): Scorecard['cost'] {
  const costOf = (arm: Arm) => {
    const own = records.filter(({ trial }) => trial.arm === arm);
    const costs = own.flatMap((record) => [
      costOfCalls(record.unmeasured.modelCalls, plan.prices),
      ...(record.result.status === 'measured' ? [trialCost(plan, record)] : []),
    ]);
    return plan.prices.length === 0 ? null : sumOfKnown(costs);
  };
  const baselineUsd = costOf('baseline');
  const withSkillUsd = costOf('with-skill');
  const checkingUsd = costOfOwn(plan, records, 'checkCalls');
  const totalUsd = sumOfKnown([baselineUsd, withSkillUsd, checkingUsd, judgingCost(plan, records)]);
  return { baselineUsd, withSkillUsd, totalUsd };
}

/** The cost of all questions to the judge. */
export function judgingCost(plan: Priced, records: readonly TrialRecord[]): number | null {
  return costOfOwn(plan, records, 'judgeCalls');
}

/** The cost of what Assay asked itself. */
function costOfOwn(
  { prices }: Priced,
  records: readonly TrialRecord[],
  kind: 'checkCalls' | 'judgeCalls',
): number | null {
  const calls = records.flatMap((record) => spentOn(record)[kind] ?? []);
  return prices.length === 0 ? null : costOfCalls(calls, prices);
}

/** The prices that were used to calculate the run's costs, in the order of the plan. */
export function pricesAsked({ prices }: Priced, records: readonly TrialRecord[]): ModelPrice[] {
  const asked = new Set(records.flatMap(callsOf).map(({ model }) => priceOf(model, prices)));
  return prices.filter((price) => asked.has(price));
}

function callsOf(record: TrialRecord): readonly ModelCall[] {
  const { modelCalls, checkCalls = [], judgeCalls = [] } = spentOn(record);
  return [...modelCalls, ...checkCalls, ...judgeCalls];
}
