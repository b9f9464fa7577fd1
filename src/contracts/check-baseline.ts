import { z } from 'zod';
import { Sha256 } from './identifiers.ts';

const text = z.string().regex(/\S/, 'text that is not empty');

/** Findings that somebody has looked at and accepts: those that agree with everything an entry says. */
export const BaselineEntry = z.strictObject({
  rule: z
    .string()
    .regex(/^(spec|security|source|site)\/[a-z0-9-]+$/, 'the id of a rule, as in spec/known-keys')
    .describe('A fault of the checking itself ("check/…") cannot be accepted.'),
  skill: text.optional().describe('Name of the skill. Without it: any.'),
  file: text.optional().describe('As the finding names it. Without it: any.'),
  fingerprint: Sha256.optional().describe(
    'SHA-256 over the JSON list of rule, file and excerpt: this finding, on whatever line. Without it: any.',
  ),
  reason: text.describe('Why it is accepted. Shown wherever the finding is.'),
  expires: z.iso.date().optional().describe('The last day (UTC) on which it is accepted.'),
});
export type BaselineEntry = z.infer<typeof BaselineEntry>;

/** What `assay check --baseline FILE` reads. One that lies in a skill is a file like any other. */
export const CheckBaseline = z.strictObject({
  format: z.literal('assay/check-baseline@1'),
  entries: z.array(BaselineEntry),
});
export type CheckBaseline = z.infer<typeof CheckBaseline>;
