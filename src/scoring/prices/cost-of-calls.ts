import type { ModelCall, TokenUsage } from '../../contracts/model-call.ts';
import type { ModelPrice } from '../../contracts/prices.ts';
import { priceOf } from './price-of.ts';

const MILLION = 1_000_000;

/** The cost in US dollars; `null` if the usage or price of one of the calls is unknown. */
export function costOfCalls(calls: readonly ModelCall[], prices: readonly ModelPrice[]): number | null {
  return calls.reduce<number | null>((sum, call) => {
    const cost = costOfCall(call, prices);
    return sum === null || cost === null ? null : sum + cost;
  }, 0);
}

/** An error in place of an answer costs nothing. */
export function costOfCall({ model, usage }: ModelCall, prices: readonly ModelPrice[]): number | null {
  if (usage === null) return 0;
  const price = priceOf(model, prices);
  return price === null ? null : costOfUsage(usage, price);
}

export type Charge = {
  usd: number;
  /** False if the call may have cost more: its usage is not known, or no price for its length. */
  isWhole: boolean;
};

/**
 * What a call counts as in a budget: its cost, or else what is known of it. Where the price of a cache is not known, the price
 * of input without one applies: no answer that a workload can bring about is free.
 */
export function chargeOfCall({ model, usage }: ModelCall, prices: readonly ModelPrice[]): Charge {
  if (usage === null) return { usd: 0, isWhole: true };
  const price = priceOf(model, prices);
  if (price === null) return { usd: 0, isWhole: false };
  const { inputTokens, outputTokens } = usage;
  const isPriced = price.upToInputTokens === null || (inputTokens ?? 0) <= price.upToInputTokens;
  const known = { ...usage, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  const { input, cacheRead, cacheWrite } = price;
  const bounded = {
    ...price,
    cacheRead: cacheRead ?? input,
    cacheWrite: cacheWrite ?? input,
    upToInputTokens: null,
  };
  return {
    usd: costOfUsage(known, bounded) ?? 0,
    isWhole: isPriced && inputTokens !== null && outputTokens !== null,
  };
}

/** If an answer does not mention a cache, none was used. */
function costOfUsage(usage: TokenUsage, price: ModelPrice): number | null {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  if (inputTokens === null || outputTokens === null) return null;
  if (price.upToInputTokens !== null && inputTokens > price.upToInputTokens) return null;
  const read = partOf(cacheReadTokens ?? 0, price.cacheRead);
  const written = partOf(cacheWriteTokens ?? 0, price.cacheWrite);
  if (read === null || written === null) return null;
  const fresh = Math.max(0, inputTokens - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0));
  return (fresh * price.input + read + written + outputTokens * price.output) / MILLION;
}

function partOf(tokens: number, price: number | null): number | null {
  if (tokens === 0) return 0;
  return price === null ? null : tokens * price;
}
