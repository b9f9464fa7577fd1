import { z } from 'zod';
import { Finding } from './finding.ts';
import { Sha256 } from './identifiers.ts';

/** A finding that the baseline accepts. It is shown, and decides nothing. */
export const SuppressedFinding = z.strictObject({ finding: Finding, reason: z.string() });
export type SuppressedFinding = z.infer<typeof SuppressedFinding>;

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
  suppressed: z
    .array(SuppressedFinding)
    .describe('What the baseline accepts. It plays no part in the verdict.'),
  verdict: z.enum(['pass', 'warn', 'fail', 'error']).describe('error: it could not be checked.'),
});
export type CheckReport = z.infer<typeof CheckReport>;

/** Everything that one `assay check` says. */
export const CheckReports = z.strictObject({ skills: z.array(CheckReport) });
export type CheckReports = z.infer<typeof CheckReports>;
