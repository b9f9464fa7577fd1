import { z } from 'zod';

/** No answer has this many; below it, the sums over a trial remain exact integers. */
const MOST_TOKENS = 1e12;

/** A count as an answer reports it, or leaves it out. */
export const tokenCount = z.int().nonnegative().max(MOST_TOKENS).nullish();

/** One impossible count makes all counts of an answer unknown: whoever reports it has not counted. */
export function usageFields<Fields extends Record<string, z.ZodType>>(fields: Fields) {
  return z.object(fields).nullish().catch(null);
}
