import { describeBudget, type ReachedBudget } from '../contracts/budget.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import { type Budget, reachedBudget, type Used } from '../scoring/budget.ts';
import { costOfCalls } from '../scoring/prices/cost-of-calls.ts';
import { priceOf } from '../scoring/prices/price-of.ts';
import type { RunAccount } from './run-account.ts';

/** Why a trial may ask no more: a budget that is used up, or one that nobody can hold, which is no fault of the agent. */
export type Denial = { message: string; reached: ReachedBudget | null };

type Standing = { budget: Budget; used: Used; calls: readonly ModelCall[]; run: RunAccount | null };

/** `model` is `null` where none is asked. */
export function denialOf(model: string | null, { budget, used, calls, run }: Standing): Denial | null {
  const reached = reachedBudget('trial', budget, used) ?? run?.reached() ?? null;
  if (reached !== null)
    return { reached, message: `This model answers no more: ${describeBudget(reached)} is used up.` };
  const isInUsd = (budget.maxUsd ?? null) !== null || run?.isInUsd === true;
  const gap = isInUsd && model !== null ? gapInCost(model, calls, run?.prices ?? []) : null;
  return gap === null ? null : { reached, message: `A budget in US dollars cannot be held: ${gap}` };
}

function gapInCost(model: string, calls: readonly ModelCall[], prices: readonly ModelPrice[]): string | null {
  if (priceOf(model, prices) === null)
    return `the price of the model "${model}" is not known. Give it with --prices FILE.`;
  if (costOfCalls(calls, prices) === null)
    return 'what an answer cost is not known. Set the budget in requests or seconds instead.';
  return null;
}
