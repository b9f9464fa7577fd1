import { z } from 'zod';
import { Slug } from './identifiers.ts';
import { Loss } from './loss.ts';

const count = z.int().nonnegative();

/** The suite that an import made of tasks in another format, and what was lost. */
export const ImportReport = z.strictObject({
  format: z.literal('assay/import@1'),
  from: z.string().describe('The id of the format that was read.'),
  suite: Slug.nullable().describe(
    'The id of the suite that was written; null if nothing could be made of the tasks.',
  ),
  hasSkill: z.boolean().default(true).describe('False: nothing can be run until a skill is named or added.'),
  tasks: z.array(
    z.strictObject({
      id: Slug,
      exact: count.describe('Graders that decide by themselves.'),
      judged: count.describe('Criteria that a model judges.'),
      lacks: z
        .array(z.string())
        .default([])
        .describe('Without these nobody can do the task, in either arm. Empty if it can be run.'),
    }),
  ),
  losses: z.array(Loss),
});
export type ImportReport = z.infer<typeof ImportReport>;
