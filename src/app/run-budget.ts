import { AssayError } from '../base/assay-error.ts';
import { describeBudget, type ReachedBudget, type RunBudget } from '../contracts/budget.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { RunAccount } from '../gateway/session/run-account.ts';
import { spentOn } from '../scorecard/spent-on.ts';
import { priceOf } from '../scoring/prices/price-of.ts';

/** The limits that were set on the command line; the rest keep their values from `base`. */
export type BudgetOptions = { [Name in keyof RunBudget]?: number | undefined };

const FLAGS = {
  tokens: '--max-tokens',
  requests: '--max-requests',
  seconds: '--max-seconds',
  usd: '--max-usd',
} as const satisfies Record<ReachedBudget['what'], string>;

export function runBudget(options: BudgetOptions, base: RunBudget): RunBudget {
  const { maxTokens, maxRequests, maxSeconds, maxUsd } = base;
  return {
    maxTokens: options.maxTokens ?? maxTokens,
    maxRequests: options.maxRequests ?? maxRequests,
    maxSeconds: options.maxSeconds ?? maxSeconds,
    maxUsd: options.maxUsd ?? maxUsd,
  };
}

/**
 * A budget in dollars cannot be enforced if the price of a model is unknown. This is checked before anything is
 * spent.
 */
export function requirePrice({ setup, judge, prices, budget, trials }: RunPlan): void {
  const isInUsd = budget.maxUsd !== null || trials.some(({ limits }) => limits.maxUsd !== null);
  if (!isInUsd) return;
  const judges = judge === null ? [] : [judge];
  const unpriced = [setup, ...judges].find(({ model }) => priceOf(model, prices) === null);
  if (unpriced === undefined) return;
  const ways = unpriced.simulated
    ? 'A script answers: set it in tokens, requests or seconds.'
    : 'Give it with --prices FILE ("assay schema prices" shows the form), or set the budget in tokens, requests or seconds.';
  throw new AssayError(
    'USAGE',
    `A budget in US dollars needs a model whose price is known, and that of "${unpriced.model}" is not. ${ways}`,
  );
}

/** The usage on record of a run, to be checked against its budget. */
export function accountOf(plan: RunPlan, records: readonly TrialRecord[]): RunAccount {
  return new RunAccount(plan, records.map(spentOn));
}

/** Says how to run the trials that a budget prevented or cut short; `null` if there are none. */
export function howToGoOn(scorecard: Scorecard): string | null {
  const { matrix, trials, budgetReached } = scorecard;
  if (budgetReached === null) return null;
  const { what, max } = budgetReached;
  const left = `${trials.missing} of ${trials.planned} trials were not run, and running trials were cut short`;
  const why = `${left}: ${describeBudget(budgetReached)} is used up.`;
  const above = matrix === undefined ? `was used, which is ${max} or more` : 'all runs have used together';
  return `${why} ${resumeHint(scorecard)} ${FLAGS[what]} N, with N above what ${above}`;
}

/** Says how to run what the budget of all runs of a matrix prevented or cut short. */
export function moreForAll(reached: ReachedBudget, matrixId: string): string {
  const { what, max } = reached;
  const above = `with N above what they have used, which is ${max} or more`;
  const used = `${describeBudget(reached)} is used up`;
  return `${used[0]?.toUpperCase()}${used.slice(1)}. ${matrixHint(matrixId)} ${FLAGS[what]} N, ${above}`;
}

type Resumable = { runId: string; matrix?: string };

export function resumeHint({ runId, matrix }: Resumable): string {
  return matrix === undefined ? `Resume it with: assay run --resume ${runId}` : matrixHint(matrix);
}

function matrixHint(matrixId: string): string {
  return `Resume it, and whatever else is not finished, with: assay run --resume ${matrixId}`;
}
