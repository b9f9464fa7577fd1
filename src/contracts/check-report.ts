import { z } from 'zod';
import { Finding } from './finding.ts';
import { Sha256 } from './identifiers.ts';

/** A finding that the baseline accepts. It is shown, but affects nothing. */
export const SuppressedFinding = z.strictObject({ finding: Finding, reason: z.string() });
export type SuppressedFinding = z.infer<typeof SuppressedFinding>;

/**
 * The results of the static checks for one skill. A skill that could not be read is
 * included, with its finding.
 */
export const CheckReport = z.strictObject({
  name: z.string(),
  source: z.string(),
  path: z.string().describe('The path of the skill in the source; "." for its root.'),
  digest: Sha256.nullable().describe('Digest of the snapshot; null if the source could not be read.'),
  spec: z.strictObject({
    valid: z.boolean(),
    errors: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  findings: z.array(Finding),
  suppressed: z
    .array(SuppressedFinding)
    .describe('Findings that the baseline accepts. They do not affect the verdict.'),
  verdict: z.enum(['pass', 'warn', 'fail', 'error']).describe('error: the skill could not be checked.'),
});
export type CheckReport = z.infer<typeof CheckReport>;

/** Everything that one `assay check` reports. */
export const CheckReports = z.strictObject({ skills: z.array(CheckReport) });
export type CheckReports = z.infer<typeof CheckReports>;
