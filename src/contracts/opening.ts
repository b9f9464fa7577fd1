import { z } from 'zod';

const count = z.int().nonnegative();

/** A value of a request that is no object and no list, as text. */
const OpeningValue = z.strictObject({
  place: z
    .string()
    .describe('The keys that lead there: items of lists by their name or role, but not by their position.'),
  text: z.string(),
});
export type OpeningValue = z.infer<typeof OpeningValue>;

/**
 * The first request for the work of a trial, to which nothing that the model says has contributed. Headers are in no record.
 */
export const Opening = z.strictObject({
  tools: z.array(z.string()).describe('The names of the tools that it offers.'),
  values: z.array(OpeningValue).describe('Everything else that it says, in its order, and its path.'),
  leftOutValues: count.describe('Values for which there was no room.'),
});
export type Opening = z.infer<typeof Opening>;

/** One thing in which the first requests of the arms differ. */
const OpeningDifference = z.strictObject({
  around: z
    .enum(['listing', 'elsewhere'])
    .describe('Whether it stands around the entry of the skill, in the same text, or anywhere else.'),
  place: z.string(),
  baseline: z.string().nullable().describe('null: the baseline has nothing there.'),
  withSkill: z.string().nullable().describe('null: the arm with the skill has nothing there.'),
});
export type OpeningDifference = z.infer<typeof OpeningDifference>;

/** How the first requests of the two arms of a pair compare. */
export const OpeningComparison = z.strictObject({
  entry: z
    .array(OpeningValue)
    .describe(
      'Lines of the arm with the skill that say its name, description or place, and hardly anything else.',
    ),
  differences: z.array(OpeningDifference).describe('What differs besides, each with its texts cut short.'),
  moreDifferences: count.describe('So many more differ, or at least so many, and are not named.'),
  isWhole: z.boolean().describe('False if a request was too long to be compared as a whole.'),
  listed: z.array(z.string()).describe('What the baseline lists where the other arm lists the skill.'),
  tools: z.array(z.string()).describe('The tools that the baseline offers.'),
});
export type OpeningComparison = z.infer<typeof OpeningComparison>;

/** The first requests of all pairs of a run, without what the pairs have in common. */
export const Openings = z.strictObject({
  ...OpeningComparison.omit({ differences: true }).shape,
  pairs: z.strictObject({
    compared: count,
    notCompared: count.describe('An arm of these made no request that can be read, or was not measured.'),
    listing: count.describe('Pairs in which the skill is listed.'),
  }),
  differences: z.array(
    OpeningDifference.extend({
      pairs: count.describe('Pairs that differ in this.'),
      trial: z.string().describe('The first trial with the skill that shows it.'),
    }),
  ),
});
export type Openings = z.infer<typeof Openings>;
