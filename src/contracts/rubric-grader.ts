import { z } from 'zod';
import { title } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';

export const RubricGrader = z.strictObject({
  kind: z.literal('rubric'),
  title,
  criteria: z
    .array(z.string().min(1).max(2000))
    .min(1)
    .max(50)
    .describe('Claims about the work. A model judges each of them by itself.'),
  reads: z
    .array(RelativePath)
    .default([])
    .describe(
      'Files of the workspace that the judge sees beside the answer; a place that ends with / includes everything below it. By default these are all files that the agent created or changed.',
    ),
  threshold: z.number().positive().max(1).default(1).describe('The share of the criteria that must be met.'),
  votes: z
    .int()
    .min(1)
    .max(9)
    .refine((votes) => votes % 2 === 1, 'an odd number')
    .default(3)
    .describe('How often the judge is asked at most. The majority decides each criterion.'),
});
export type RubricGrader = z.infer<typeof RubricGrader>;
