import { z } from 'zod';

/**
 * The cost of the skill arm compared with the baseline. `similar` is within the dead
 * zone, where chance alone can put it.
 */
export const CostChange = z.enum(['less', 'similar', 'more']);
export type CostChange = z.infer<typeof CostChange>;

/**
 * Two trials of the same thing differ. With coefficients of variation of 0.4 for tokens and 0.5 for time, a
 * standard deviation of the ratio of two trials is a factor of 1.72 and of 1.95 (2 ^ (√2·√ln(1 + cv²) / ln
 * 2)), so that two of three pairs that differ by chance alone lie within these factors. A loaded machine by
 * itself adds up to 68 % to the time.
 */
export const DEAD_ZONE = { tokens: 1.7, time: 2 } as const;
