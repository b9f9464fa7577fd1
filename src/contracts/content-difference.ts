import { z } from 'zod';

/** Bounds keep a record and a page readable, whatever an agent left. */
export const MAX_DIFFERING_LINES = 40;
export const MAX_SHOWN_CHARACTERS = 240;

/** A line that only one side has, or one that both have and that stands between those. */
export const DifferenceLine = z.strictObject({
  side: z.enum(['expected', 'found', 'both']),
  line: z
    .int()
    .positive()
    .describe('Its number in the file of its side; of both, in the one that was found.'),
  text: z
    .string()
    .max(MAX_SHOWN_CHARACTERS)
    .describe('With characters that cannot be seen written out, and cut around the difference.'),
});
export type DifferenceLine = z.infer<typeof DifferenceLine>;

/** How a file differs from the one that was expected, as far as it is shown. */
export const ContentDifference = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lines'),
    lines: z.array(DifferenceLine),
    isWhole: z.boolean().describe('False where there is more that differs, or may be.'),
  }),
  z.strictObject({
    kind: z.literal('bytes'),
    at: z.int().nonnegative().describe('The first byte that differs, from 0.'),
    expectedBytes: z.int().nonnegative(),
    foundBytes: z.int().nonnegative(),
  }),
]);
export type ContentDifference = z.infer<typeof ContentDifference>;
