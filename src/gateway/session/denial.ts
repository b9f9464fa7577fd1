import { describeBudget, type ReachedBudget } from '../../contracts/budget.ts';
import type { ModelCall } from '../../contracts/model-call.ts';
import type { ModelPrice } from '../../contracts/prices.ts';
import { type Budget, reachedBudget, type Used } from '../../scoring/budget.ts';
import { chargeOfCall } from '../../scoring/prices/cost-of-calls.ts';
import { priceOf } from '../../scoring/prices/price-of.ts';
import type { RunAccount } from './run-account.ts';

/**
 * Why a request is refused: a budget is used up, or cannot be enforced. The latter is a fault of ours unless
 * the request, or what the agent did before, caused it.
 */
export type Denial = { message: string } & (
  | { by: 'budget'; reached: ReachedBudget }
  | { by: 'fault' | 'request' }
);

type Standing = {
  budget: Budget;
  used: Used;
  calls: readonly ModelCall[];
  /** The first request whose answer has begun, once it has ended. */
  opening: ModelCall | null;
  run: RunAccount | null;
};

/** `model` is `null` if no model will answer the request. */
export function denialOf(model: string | null, standing: Standing): Denial | null {
  const { budget, used, run } = standing;
  const reached = reachedBudget('trial', budget, used) ?? run?.reached() ?? null;
  if (reached !== null)
    return {
      by: 'budget',
      reached,
      message: `No further requests are allowed: ${describeBudget(reached)} is used up.`,
    };
  const isInUsd = (budget.maxUsd ?? null) !== null || run?.isInUsd === true;
  return isInUsd && model !== null ? gapInCost(model, standing, run?.prices ?? []) : null;
}

function gapInCost(
  model: string,
  { calls, opening }: Standing,
  prices: readonly ModelPrice[],
): Denial | null {
  if (priceOf(model, prices) === null)
    return notHeld(true, `the price of the model "${model}" is not known. Give it with --prices FILE.`);
  const isGap = (call: ModelCall) => !chargeOfCall(call, prices).isWhole;
  if (!calls.some(isGap)) return null;
  const gap = 'what an answer cost is not known. Set the budget in requests or seconds instead.';
  return notHeld(isFirstGap(opening, isGap), gap);
}

/**
 * Before its first answer has begun nothing has run in the sandbox. Of any later request, whatever runs there chooses how long it is,
 * and whether it stays for the answer.
 */
function isFirstGap(opening: ModelCall | null, isGap: (call: ModelCall) => boolean): boolean {
  return opening !== null && !opening.isLeft && isGap(opening);
}

function notHeld(isFault: boolean, gap: string): Denial {
  return { by: isFault ? 'fault' : 'request', message: `A budget in US dollars cannot be enforced: ${gap}` };
}
