import type { Limits } from '../contracts/limits.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { priceOf } from '../scoring/prices/price-of.ts';

type Bounds = Record<'tokens' | 'requests' | 'usd' | 'seconds', number | null>;

/** The most that a run can use under its budget and the limits of its trials; `null` if nothing bounds it. */
export function planBounds(plan: RunPlan): Bounds {
  const { budget } = plan;
  const tokens = lower(sumOfLimits(plan, 'maxTokens'), budget.maxTokens);
  return {
    tokens,
    requests: lower(sumOfLimits(plan, 'maxRequests'), budget.maxRequests),
    seconds: lower(sumOfLimits(plan, 'maxSeconds'), budget.maxSeconds),
    usd: lower(
      lower(sumOfLimits(plan, 'maxUsd'), budget.maxUsd),
      tokens === null ? null : costAtMost(tokens, plan),
    ),
  };
}

/** The cost if every token is charged at the model's highest rate. */
function costAtMost(tokens: number, { setup, prices }: RunPlan): number | null {
  const price = priceOf(setup.model, prices);
  if (price === null || price.upToInputTokens !== null) return null;
  const dearest = Math.max(price.input, price.output, price.cacheRead ?? 0, price.cacheWrite ?? 0);
  return (tokens * dearest) / 1_000_000;
}

function sumOfLimits({ trials }: RunPlan, limit: keyof Limits): number | null {
  return trials
    .map(({ limits }) => limits[limit])
    .reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
