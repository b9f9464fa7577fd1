import { z } from 'zod';

/** What an import could not take over as it was. */
export const Loss = z.strictObject({
  file: z
    .string()
    .describe(
      'The file of the foreign task, relative to what was imported; empty for the suite that came out.',
    ),
  place: z
    .string()
    .describe(
      'Line and column, or the key, in that file; empty for all of it. Of the suite that came out, the id of a task.',
    ),
  effect: z
    .enum(['dropped', 'changed', 'incomplete'])
    .describe(
      '`dropped`: the suite does not have it. `changed`: it has something like it. `incomplete`: somebody has to add something.',
    ),
  detail: z.string().min(1),
});
export type Loss = z.infer<typeof Loss>;
