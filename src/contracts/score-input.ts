import { z } from 'zod';
import { ProbeGroup } from './identifiers.ts';

const cost = z.number().nonnegative().nullable();

export const ArmOutcome = z.object({
  success: z.boolean().nullable().describe('null: not graded.'),
  tokens: cost.describe('null: not measured.'),
  seconds: cost.describe('null: not measured.'),
});
export type ArmOutcome = z.infer<typeof ArmOutcome>;

/** One pair of trials. A task with several repeats is listed once for each, under the same id. */
export const TaskEvidence = z.object({
  id: z.string().min(1),
  invoked: z.boolean(),
  baseline: ArmOutcome,
  withSkill: ArmOutcome,
});
export type TaskEvidence = z.infer<typeof TaskEvidence>;

export const GroupTally = z
  .object({
    passed: z.int().nonnegative(),
    total: z.int().nonnegative(),
    leftOut: z
      .int()
      .nonnegative()
      .optional()
      .describe(
        'Probes of the group that were deliberately left out. If there are any, the group has no score.',
      ),
  })
  .refine(({ passed, total }) => passed <= total, 'passed at most total');
export type GroupTally = z.infer<typeof GroupTally>;

/** Normalised evidence (report, section 4.1): everything that the formulas read. */
export const ScoreInput = z.object({
  tasks: z.array(TaskEvidence),
  groups: z.partialRecord(ProbeGroup, GroupTally),
});
export type ScoreInput = z.infer<typeof ScoreInput>;
