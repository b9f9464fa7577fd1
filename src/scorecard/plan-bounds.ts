import type { Limits } from '../contracts/limits.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import { priceOf } from '../scoring/prices/price-of.ts';
import { plannedJudging } from './planned-judging.ts';

type Bounds = Record<'tokens' | 'requests' | 'usd' | 'seconds', number | null>;

/**
 * The most that a run can use under its budget and the limits of its trials; `null` if nothing bounds it. `mostRequests` is what a
 * trial may ask under its limit of requests: some agents ask things beside their work.
 */
export function planBounds(plan: RunPlan, mostRequests = (limit: number) => limit): Bounds {
  const { budget } = plan;
  const judging = plannedJudging(plan);
  // Nothing but the run's own budget bounds what the questions to a judge hold.
  const ofTrials = (limit: 'maxTokens' | 'maxUsd') => (judging === null ? sumOfLimits(plan, limit) : null);
  const tokens = lower(ofTrials('maxTokens'), budget.maxTokens);
  const requests = plan.trials.reduce((sum, { limits }) => sum + mostRequests(limits.maxRequests), 0);
  return {
    tokens,
    requests: lower(requests + (judging?.votes ?? 0), budget.maxRequests),
    seconds: lower(sumOfLimits(plan, 'maxSeconds'), budget.maxSeconds),
    usd: lower(lower(ofTrials('maxUsd'), budget.maxUsd), tokens === null ? null : costAtMost(tokens, plan)),
  };
}

/** The cost if every token is charged at the highest rate of its models. */
function costAtMost(tokens: number, { setup, judge, prices }: RunPlan): number | null {
  const models = [setup.model, ...(judge === null ? [] : [judge.model])];
  const rates = models.map((model) => highestRate(priceOf(model, prices)));
  return rates.reduce<number | null>(
    (most, rate) => (most === null || rate === null ? null : Math.max(most, (tokens * rate) / 1_000_000)),
    0,
  );
}

function highestRate(price: ModelPrice | null): number | null {
  if (price === null || price.upToInputTokens !== null) return null;
  return Math.max(price.input, price.output, price.cacheRead ?? 0, price.cacheWrite ?? 0);
}

function sumOfLimits({ trials }: RunPlan, limit: keyof Limits): number | null {
  return trials
    .map(({ limits }) => limits[limit])
    .reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
