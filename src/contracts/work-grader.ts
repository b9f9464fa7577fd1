import { z } from 'zod';
import { title } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';

export const TranscriptGrader = z
  .strictObject({
    kind: z.literal('transcript'),
    title,
    used: z.array(z.string().min(1)).default([]).describe('Tools that must all have been called.'),
    unused: z.array(z.string().min(1)).default([]).describe('Tools of which none may have been called.'),
    maxRequests: z.int().positive().optional().describe('The most requests to the model.'),
  })
  .refine(({ used, unused, maxRequests }) => used.length + unused.length > 0 || maxRequests !== undefined, {
    error: 'at least one of used, unused, maxRequests',
  });
export type TranscriptGrader = z.infer<typeof TranscriptGrader>;

export const TreeGrader = z.strictObject({
  kind: z.literal('tree'),
  title,
  changes: z
    .array(RelativePath)
    .default([])
    .describe(
      'The only places of the workspace that may be created, changed or deleted. A place that ends with / includes everything below it.',
    ),
  keepsHome: z
    .boolean()
    .default(false)
    .describe(
      "Nothing may change in the agent's home folder either, but for the state that its own program keeps there.",
    ),
});
export type TreeGrader = z.infer<typeof TreeGrader>;
