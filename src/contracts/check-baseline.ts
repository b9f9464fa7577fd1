import { z } from 'zod';
import { Severity } from './finding.ts';
import { Sha256 } from './identifiers.ts';

const text = z.string().regex(/\S/, 'text that is not empty');

/** Findings that somebody has reviewed and accepts: those that match everything an entry says. */
export const BaselineEntry = z.strictObject({
  rule: z
    .string()
    .regex(/^(spec|security|source|site)\/[a-z0-9-]+$/, 'the id of a rule, as in spec/known-keys')
    .describe('A fault of the checking itself ("check/…") cannot be accepted.'),
  skill: text.optional().describe('Name of the skill. If omitted: any.'),
  digest: Sha256.optional().describe(
    'Digest of the skill, where its other files may decide what the finding is about, such as the host in a variable. If omitted: any.',
  ),
  file: text.optional().describe('The file, as the finding names it. If omitted: any.'),
  fingerprint: Sha256.optional().describe(
    'SHA-256 over the JSON list of rule, file and excerpt: this finding, on whatever line. If omitted: any.',
  ),
  title: text
    .optional()
    .describe(
      'The title of the finding, which names the host or the place that it is about. If omitted: any.',
    ),
  severity: Severity.optional().describe('The most severe finding that is accepted. If omitted: any.'),
  reason: text.describe('Why it is accepted. Shown with the finding.'),
  expires: z.iso.date().optional().describe('The last day (UTC) on which it is accepted.'),
});
export type BaselineEntry = z.infer<typeof BaselineEntry>;

/**
 * The format that `assay check --baseline FILE` reads. If such a file lies in a
 * skill, it is a file like any other.
 */
export const CheckBaseline = z.strictObject({
  format: z.literal('assay/check-baseline@1'),
  entries: z.array(BaselineEntry),
});
export type CheckBaseline = z.infer<typeof CheckBaseline>;
