import { z } from 'zod';
import { Finding } from './finding.ts';
import { Sha256 } from './identifiers.ts';

/** What the static checks say of one skill. One that could not be read stands here too, with its finding. */
export const CheckReport = z.strictObject({
  name: z.string(),
  source: z.string(),
  path: z.string().describe('Where in the source the skill lies; "." for its root.'),
  digest: Sha256.nullable().describe('Of the snapshot; null where the source could not be read.'),
  spec: z.strictObject({
    valid: z.boolean(),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  findings: z.array(Finding),
  verdict: z.enum(['pass', 'warn', 'fail', 'error']).describe('error: it could not be checked.'),
});
export type CheckReport = z.infer<typeof CheckReport>;
