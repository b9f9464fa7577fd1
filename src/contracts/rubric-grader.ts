import { z } from 'zod';
import { title } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';

const MOST_CLAIMS = 50;
const Claims = z.array(z.string().min(1).max(2000)).max(MOST_CLAIMS).default([]);

export const RubricGrader = z
  .strictObject({
    kind: z.literal('rubric'),
    title,
    criteria: Claims.describe('Claims about the work. A model judges each of them by itself.'),
    never: Claims.describe(
      'Claims about the work that must not hold: each counts like a criterion that is met if most votes say that it does not hold, and all of the work was shown.',
    ),
    reads: z
      .array(RelativePath)
      .default([])
      .describe(
        'Files of the workspace that the judge sees beside the answer; a place that ends with / includes everything below it. By default these are all files that the agent created or changed.',
      ),
    threshold: z
      .number()
      .positive()
      .max(1)
      .default(1)
      .describe('The share of all claims that must be as they should.'),
    votes: z
      .int()
      .min(1)
      .max(9)
      .refine((votes) => votes % 2 === 1, 'an odd number')
      .default(3)
      .describe('How often the judge is asked at most. The majority decides each criterion.'),
  })
  .refine(({ criteria, never }) => isCountOfClaims(criteria.length + never.length), {
    error: `1 to ${MOST_CLAIMS} claims in criteria and never together`,
  })
  .refine(({ criteria, never }) => !never.some((claim) => criteria.includes(claim)), {
    path: ['never'],
    error: 'no claim that is a criterion as well',
  });
export type RubricGrader = z.infer<typeof RubricGrader>;

function isCountOfClaims(count: number): boolean {
  return count >= 1 && count <= MOST_CLAIMS;
}
