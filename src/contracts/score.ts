import { z } from 'zod';
import { ProbeGroup } from './identifiers.ts';
import { ScoringParameters } from './parameters.ts';

const points = z.number().min(0).max(100);

export const Efficiency = z.strictObject({ tokens: points, time: points, combined: points });
export type Efficiency = z.infer<typeof Efficiency>;

export const InvalidReason = z.enum([
  'baseline-ungraded',
  'with-skill-ungraded',
  'baseline-tokens-missing',
  'with-skill-tokens-missing',
  'baseline-time-missing',
  'with-skill-time-missing',
]);
export type InvalidReason = z.infer<typeof InvalidReason>;

/** `score: null` means not measured; `invalid` then says why. */
export const TaskScore = z.strictObject({
  id: z.string(),
  score: points.nullable(),
  efficiency: Efficiency.nullable().describe('Only if both arms succeed; the mean over such repeats.'),
  pairs: z.int().nonnegative().describe('Number of valid pairs of repeats.'),
  invalid: z.array(InvalidReason),
});
export type TaskScore = z.infer<typeof TaskScore>;

export const SecurityStatus = z.enum(['Pass', 'Caution', 'Risky']);
export type SecurityStatus = z.infer<typeof SecurityStatus>;

export const GroupScore = z.strictObject({
  score: points.nullable(),
  passed: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
export type GroupScore = z.infer<typeof GroupScore>;

/** The results of the formulas in the report's section 4. `null` is "not measured", never 0 or 100. */
export const Scores = z.strictObject({
  parameters: ScoringParameters,
  utility: points.nullable(),
  security: points.nullable(),
  status: SecurityStatus.nullable(),
  tasks: z.array(TaskScore),
  groups: z.record(ProbeGroup, GroupScore),
});
export type Scores = z.infer<typeof Scores>;
