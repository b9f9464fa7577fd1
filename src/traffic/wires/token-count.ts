import { z } from 'zod';

/** No answer has so many; sums of a trial's stay whole numbers below it. */
const MOST_TOKENS = 1e12;

/** As an answer says it, or leaves it out. */
export const tokenCount = z.int().nonnegative().max(MOST_TOKENS).nullish();

/** One count that can be none makes all of an answer's unknown: whoever says it has not counted. */
export function usageFields<Fields extends Record<string, z.ZodType>>(fields: Fields) {
  return z.object(fields).nullish().catch(null);
}
