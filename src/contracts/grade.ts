import { z } from 'zod';
import { ContentDifference } from './content-difference.ts';
import { Judging } from './judging.ts';

/** It is a number of its own, so that nobody takes it for a score: a task is passed or failed. */
export const PartialCredit = z
  .number()
  .min(0)
  .max(1)
  .exactOptional()
  .describe('The share that was reached where a grader decides by parts. For reading: no score uses it.');

/** One judged claim: by a grader on a task, or by an oracle on a probe. */
export const Verdict = z.strictObject({
  title: z.string(),
  passed: z.boolean(),
  detail: z.string(),
  difference: ContentDifference.nullable()
    .default(null)
    .describe('How a file differs from the expected one. For people: it shows the right answer.'),
  judgings: z.array(Judging).exactOptional().describe('The votes of a model, if one was asked.'),
  partialCredit: PartialCredit,
});
export type Verdict = z.infer<typeof Verdict>;

/** A fault of ours or of the environment. Never a score. */
export const UngradedReason = z.enum([
  'sandbox-failed',
  'upstream-failed',
  'agent-crashed',
  'harness-failed',
  'harness-stopped',
  'grader-crashed',
  'baseline-contaminated',
  'skill-changed',
  'attestation-failed',
  'audit-tampered',
  'inconclusive',
  'interrupted',
  'run-budget',
  'evidence-lost',
]);
export type UngradedReason = z.infer<typeof UngradedReason>;

export const Grade = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('passed'), verdicts: z.array(Verdict), partialCredit: PartialCredit }),
  z.strictObject({
    status: z.literal('failed'),
    reason: z.string(),
    verdicts: z.array(Verdict),
    partialCredit: PartialCredit,
  }),
  z.strictObject({ status: z.literal('ungraded'), reason: UngradedReason, detail: z.string() }),
]);
export type Grade = z.infer<typeof Grade>;
