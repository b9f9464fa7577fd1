import { z } from 'zod';

/** These limits keep a record and a page readable, whatever an agent left. */
export const MAX_DIFFERING_LINES = 40;
export const MAX_SHOWN_CHARACTERS = 240;

/** A line that only one side has, or a line of context that both have. */
export const DifferenceLine = z.strictObject({
  side: z.enum(['expected', 'found', 'both']),
  line: z
    .int()
    .positive()
    .describe('Line number in the file of its side; for both, in the file that was found.'),
  text: z
    .string()
    .max(MAX_SHOWN_CHARACTERS)
    .describe('The line with invisible characters written out, cut around the difference.'),
});
export type DifferenceLine = z.infer<typeof DifferenceLine>;

/** How a file differs from the expected one, as far as it is shown. */
export const ContentDifference = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lines'),
    lines: z.array(DifferenceLine),
    isWhole: z.boolean().describe('False if there are, or may be, more differences.'),
  }),
  z.strictObject({
    kind: z.literal('bytes'),
    at: z.int().nonnegative().describe('Offset of the first byte that differs, from 0.'),
    expectedBytes: z.int().nonnegative(),
    foundBytes: z.int().nonnegative(),
  }),
]);
export type ContentDifference = z.infer<typeof ContentDifference>;
