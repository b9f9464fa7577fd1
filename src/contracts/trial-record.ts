import { z } from 'zod';
import { Evidence } from './evidence.ts';
import { UngradedReason, Verdict } from './grade.ts';
import { Sha256, Timestamp } from './identifiers.ts';
import { Spending } from './model-call.ts';
import { PlannedTrial } from './plan.ts';

/** What a trial left: evidence and the graders' verdicts, or the fault that stopped it from being measured. */
export const TrialRecord = recordWith(Evidence);
export type TrialRecord = z.infer<typeof TrialRecord>;

/** A record as the store keeps it: the digest of the evidence stands in the evidence's place. */
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
      'Of the attempts before, and of this one where it has faulted.',
    ),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('measured'),
        evidence,
        graderVerdicts: z.array(Verdict).describe('Of a task; a probe is decided from the evidence alone.'),
      }),
      z.strictObject({ status: z.literal('faulted'), reason: UngradedReason, detail: z.string() }),
    ]),
  });
}
