import type { Spending } from '../contracts/model-call.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';

export const NOTHING_SPENT: Spending = { modelCalls: [], seconds: 0 };

/** The usage of all attempts at a trial. */
export function spentOn({ result, unmeasured }: TrialRecord): Spending {
  return result.status === 'measured' ? addSpending(unmeasured, result.evidence) : unmeasured;
}

export function addSpending(a: Spending, b: Spending): Spending {
  const checkCalls = [...(a.checkCalls ?? []), ...(b.checkCalls ?? [])];
  const judgeCalls = [...(a.judgeCalls ?? []), ...(b.judgeCalls ?? [])];
  return {
    modelCalls: [...a.modelCalls, ...b.modelCalls],
    ...(checkCalls.length === 0 ? {} : { checkCalls }),
    ...(judgeCalls.length === 0 ? {} : { judgeCalls }),
    seconds: a.seconds + b.seconds,
  };
}
