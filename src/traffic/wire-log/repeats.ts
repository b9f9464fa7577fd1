import { z } from 'zod';

const count = z.int().nonnegative();

/** How much of a request stands in an earlier one of the same log already: its beginning, and its end. */
export const Repeats = z.object({
  of: count.describe('The place of that exchange in the log.'),
  start: count.describe('Bytes that the two have in common at the beginning.'),
  end: count.describe('Bytes that they have in common at the end.'),
});
export type Repeats = z.infer<typeof Repeats>;

/** A request that repeats one that repeats another one, and so on, is in this many pieces at most. */
export const MOST_LINKS = 32;

/** The most that the requests and answers of a log come to if everything that is repeated is counted each time. */
export const MOST_READ_BYTES = 4 * 1024 ** 3;
