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
