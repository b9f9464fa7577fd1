import { z } from 'zod';
import { Evidence } from './evidence.ts';
import { UngradedReason, Verdict } from './grade.ts';
import { Sha256, Timestamp } from './identifiers.ts';
import { Spending } from './model-call.ts';
import { PlannedTrial } from './plan.ts';

/**
 * The result of a trial: evidence and the graders' verdicts, or the fault that
 * stopped it from being measured.
 */
export const TrialRecord = recordWith(Evidence);
export type TrialRecord = z.infer<typeof TrialRecord>;

/** A record as the store keeps it, with the digest of the evidence instead of the evidence. */
export const PackedTrialRecord = recordWith(Sha256);
export type PackedTrialRecord = z.infer<typeof PackedTrialRecord>;

function recordWith<Schema extends z.ZodType>(evidence: Schema) {
  return z.strictObject({
    runId: z.string(),
    trial: PlannedTrial,
    attempt: z.int().positive(),
    startedAt: Timestamp,
    endedAt: Timestamp,
    unmeasured: Spending.prefault({}).describe(
      'What the earlier attempts used, and this one if it has faulted.',
    ),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('measured'),
        evidence,
        graderVerdicts: z
          .array(Verdict)
          .describe("Verdicts of a task's graders; a probe is decided from the evidence alone."),
      }),
      z.strictObject({ status: z.literal('faulted'), reason: UngradedReason, detail: z.string() }),
    ]),
  });
}
