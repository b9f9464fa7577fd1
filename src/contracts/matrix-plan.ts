import { z } from 'zod';
import { RunBudget } from './budget.ts';
import { MatrixId, Timestamp } from './identifiers.ts';
import { RunPlan } from './plan.ts';

/** The runs of a matrix, which can be resumed together. */
export const MatrixPlan = z.strictObject({
  matrixId: MatrixId,
  createdAt: Timestamp,
  runs: z.array(RunPlan.shape.runId).min(1).describe('In the order in which they are run.'),
  budget: RunBudget.describe(
    'The budget of all runs together. It may be raised when they are resumed; the suite may set another one for each run.',
  ),
});
export type MatrixPlan = z.infer<typeof MatrixPlan>;
