import type { ReachedBudget, RunBudget } from '../contracts/budget.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import { spentOn } from '../scorecard/spent-on.ts';
import { addUsed, NOTHING_USED, reachedBudget, type Used, usedBy } from '../scoring/budget.ts';
import type { RunReader } from '../store/run-store.ts';
import type { EndedRun } from './matrix-summary.ts';
import type { BudgetOptions } from './run-budget.ts';

/** What a run of a matrix may use: as much as the others have left, or nothing. */
export type Share = { status: 'left'; budget: BudgetOptions } | { status: 'used-up'; reached: ReachedBudget };

/** A budget has to be positive, and sums of seconds and dollars have no end of digits. */
const SMALLEST = 1e-6;

export async function shareOf(runId: string, matrix: MatrixPlan, reader: RunReader): Promise<Share> {
  const { budget, runs } = matrix;
  if (isUnlimited(budget)) return { status: 'left', budget: {} };
  const others = runs.filter((other) => other !== runId);
  const used = await usedBySome(others, reader);
  const reached = reachedBudget('matrix', budget, used);
  return reached === null ? { status: 'left', budget: leftOf(budget, used) } : { status: 'used-up', reached };
}

/** The budget of all runs, if trials are missing because it is used up. */
export async function reachedByAll(
  { budget, runs }: MatrixPlan,
  ended: readonly EndedRun[],
  reader: RunReader,
): Promise<ReachedBudget | null> {
  const isCutShort = ended.some(
    (one) => one.end === 'unpaid' || (one.end === 'scored' && one.scorecard.budgetReached !== null),
  );
  if (!isCutShort || isUnlimited(budget)) return null;
  return reachedBudget('matrix', budget, await usedBySome(runs, reader));
}

function isUnlimited(budget: RunBudget): boolean {
  return Object.values(budget).every((bound) => bound === null);
}

async function usedBySome(runs: readonly string[], reader: RunReader): Promise<Used> {
  let used = NOTHING_USED;
  for (const runId of runs) used = addUsed(used, await usedIn(runId, reader));
  return used;
}

async function usedIn(runId: string, reader: RunReader): Promise<Used> {
  const { plan } = await reader.loadRun(runId);
  const records = await reader.loadRecords(plan);
  return records.map((record) => usedBy(spentOn(record), plan.prices)).reduce(addUsed, NOTHING_USED);
}

function leftOf({ maxTokens, maxRequests, maxSeconds, maxUsd }: RunBudget, used: Used): BudgetOptions {
  return {
    maxTokens: minus(maxTokens, used.tokens),
    maxRequests: minus(maxRequests, used.requests),
    maxSeconds: minus(maxSeconds, used.seconds),
    maxUsd: minus(maxUsd, used.usd),
  };
}

function minus(max: number | null, used: number): number | undefined {
  if (max === null) return undefined;
  return Math.max(Math.floor((max - used) / SMALLEST) * SMALLEST, SMALLEST);
}
