import type { ReachedBudget } from '../contracts/budget.ts';
import { isAnswered, type Spending } from '../contracts/model-call.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import { totalTokens } from '../contracts/transcript.ts';
import { chargeOfCall } from './prices/cost-of-calls.ts';

/**
 * The limits of one trial, or of all trials of a run. Past one of these the agent gets its wire's own error.
 */
export type Budget = {
  maxTokens: number | null;
  /**
   * Counts answers, and requests waiting for one. Error responses, counting tokens and listing models are
   * free.
   */
  maxRequests?: number | null;
  /** Counts from the first request, without time spent waiting. */
  maxSeconds?: number | null;
  maxUsd?: number | null;
};

/**
 * The known usage: what an answer does not report of its usage adds nothing, and the other budgets bound it. A request that
 * is longer than its price covers counts at that price, which is less than it cost.
 */
export type Used = { tokens: number; requests: number; seconds: number; usd: number };

/** Allows for rounding in sums of fractions of a cent. */
const ROUNDING = 1e-9;

export const NOTHING_USED: Used = { tokens: 0, requests: 0, seconds: 0, usd: 0 };

export function usedBy(spent: Spending, prices: readonly ModelPrice[]): Used {
  const calls = [...spent.modelCalls, ...(spent.checkCalls ?? []), ...(spent.judgeCalls ?? [])];
  const tokens = calls.map(({ usage }) => (usage === null ? 0 : (totalTokens(usage) ?? 0)));
  const usd = calls.map((call) => chargeOfCall(call, prices).usd);
  return {
    tokens: sum(tokens),
    requests: calls.filter(isAnswered).length,
    seconds: spent.seconds,
    usd: sum(usd),
  };
}

export function addUsed(a: Used, b: Used): Used {
  return {
    tokens: a.tokens + b.tokens,
    requests: a.requests + b.requests,
    seconds: a.seconds + b.seconds,
    usd: a.usd + b.usd,
  };
}

/** Finds the first limit that leaves nothing to use. */
export function reachedBudget(of: ReachedBudget['of'], budget: Budget, used: Used): ReachedBudget | null {
  return firstPast(of, budget, (what, max) => used[what] >= max - ROUNDING);
}

/** Finds the first limit that usage has exceeded. */
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
