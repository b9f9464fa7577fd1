import { z } from 'zod';

/**
 * Something that has to be true of a sandbox before an agent starts in it, and what the harness found there.
 */
export const AttestedClaim = z.strictObject({
  claim: z.string(),
  holds: z.boolean(),
  found: z.string(),
});
export type AttestedClaim = z.infer<typeof AttestedClaim>;
