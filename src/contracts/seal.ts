import { z } from 'zod';
import { Sha256 } from './identifiers.ts';

export const SealedPart = z.strictObject({
  kind: z
    .enum(['plan', 'record', 'blob', 'published'])
    .describe(
      'A field of the plan, the row of an attempt, a file of evidence by its content, or a copy of the scorecard, in which ' +
        'the SHA-256 of "the root digest of RUN" replaces the root digest.',
    ),
  name: z.string(),
  digest: Sha256,
});
export type SealedPart = z.infer<typeof SealedPart>;

/**
 * Everything that a published run rests on, part by part. The digest of this file is
 * the root digest of the run.
 */
export const Seal = z.strictObject({
  format: z.literal('assay/seal@1'),
  runId: z.string(),
  parts: z.array(SealedPart),
});
export type Seal = z.infer<typeof Seal>;
