import type { ReachedBudget } from '../contracts/budget.ts';
import { isAnswered, type Spending } from '../contracts/model-call.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import { totalTokens } from '../contracts/transcript.ts';
import { costOfCall } from './prices/cost-of-calls.ts';

/** What one trial, or all trials of a run, may use. Past one of these the agent gets its wire's own error. */
export type Budget = {
  maxTokens: number | null;
  /** Answers, and requests that wait for one. An error in its place, counting tokens and listing models are free. */
  maxRequests?: number | null;
  /** Since the first request, without what was spent in waiting. */
  maxSeconds?: number | null;
  maxUsd?: number | null;
};

/** As far as it is known: an answer that does not say what it used adds nothing, and the other budgets bound it. */
export type Used = { tokens: number; requests: number; seconds: number; usd: number };

/** Sums of fractions of a cent are not exact. */
const ROUNDING = 1e-9;

export const NOTHING_USED: Used = { tokens: 0, requests: 0, seconds: 0, usd: 0 };

export function usedBy({ modelCalls, seconds }: Spending, prices: readonly ModelPrice[]): Used {
  const tokens = modelCalls.map(({ usage }) => (usage === null ? 0 : (totalTokens(usage) ?? 0)));
  const usd = modelCalls.map((call) => costOfCall(call, prices) ?? 0);
  return { tokens: sum(tokens), requests: modelCalls.filter(isAnswered).length, seconds, usd: sum(usd) };
}

export function addUsed(a: Used, b: Used): Used {
  return {
    tokens: a.tokens + b.tokens,
    requests: a.requests + b.requests,
    seconds: a.seconds + b.seconds,
    usd: a.usd + b.usd,
  };
}

/** Finds the first bound that leaves nothing more to use. */
export function reachedBudget(of: ReachedBudget['of'], budget: Budget, used: Used): ReachedBudget | null {
  return firstPast(of, budget, (what, max) => used[what] >= max - ROUNDING);
}

/** Finds the first bound of which more was used than there was. */
export function exceededBudget(of: ReachedBudget['of'], budget: Budget, used: Used): ReachedBudget | null {
  return firstPast(of, budget, (what, max) => used[what] > max + ROUNDING);
}

function firstPast(
  of: ReachedBudget['of'],
  budget: Budget,
  isPast: (what: ReachedBudget['what'], max: number) => boolean,
): ReachedBudget | null {
  const bounds = [
    { what: 'tokens', max: budget.maxTokens },
    { what: 'requests', max: budget.maxRequests },
    { what: 'seconds', max: budget.maxSeconds },
    { what: 'usd', max: budget.maxUsd },
  ] as const;
  for (const { what, max = null } of bounds) if (max !== null && isPast(what, max)) return { of, what, max };
  return null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
