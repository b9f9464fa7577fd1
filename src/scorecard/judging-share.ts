import { isAnswered } from '../contracts/model-call.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { JudgingShare, Scorecard } from '../contracts/scorecard.ts';
import { totalTokens } from '../contracts/transcript.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { spentOn } from './spent-on.ts';
import { sumOfKnown } from './sum-of-known.ts';
import { judgingCost } from './trial-cost.ts';

/** Counts the verdicts that a model had a part in, and what it used in all attempts. */
export function judgingShare(plan: RunPlan, records: readonly TrialRecord[]): Pick<Scorecard, 'judging'> {
  if (plan.judge === null) return {};
  const verdicts = records.flatMap(({ trial, result }) =>
    trial.kind === 'task' && result.status === 'measured' ? result.graderVerdicts : [],
  );
  const byModel = verdicts.filter(({ judgings = [] }) => judgings.some(({ asked }) => asked.length > 0));
  const calls = records.flatMap((record) => spentOn(record).judgeCalls ?? []);
  const answered = calls.flatMap(({ usage }) => (usage === null ? [] : [totalTokens(usage)]));
  const judging: JudgingShare = {
    ...plan.judge,
    verdicts: verdicts.length,
    byModel: byModel.length,
    requests: calls.filter(isAnswered).length,
    tokens: sumOfKnown(answered),
    costUsd: judgingCost(plan, records),
  };
  return { judging };
}
