import { z } from 'zod';
import { ReachedBudget, RunBudget } from './budget.ts';
import { MatrixId } from './identifiers.ts';
import { LeftOut } from './left-out.ts';
import { AgentSetup, RunPlan } from './plan.ts';
import { Scores } from './score.ts';
import { Comparison, Scorecard } from './scorecard.ts';

const { budgetReached, cost, probeSet, rootDigest, standing, trials } = Scorecard.shape;
const { meanTokens, meanSeconds } = Comparison.shape;

export const MatrixRun = z.strictObject({
  runId: RunPlan.shape.runId,
  setup: AgentSetup,
  problem: z
    .string()
    .nullable()
    .describe('Why there is no scorecard, and how to go on; null if there is one.'),
  result: z
    .strictObject({
      trials,
      scores: Scores.pick({ utility: true, security: true, status: true }),
      probeSet,
      standing,
      budgetReached,
      meanTokens: meanTokens.describe('Of a trial.'),
      meanSeconds: meanSeconds.describe('Of a trial.'),
      cost,
      rootDigest,
      page: z.string().describe('The page of the scorecard, below the folder of results.'),
    })
    .nullable(),
});
export type MatrixRun = z.infer<typeof MatrixRun>;

/** What several runs of one suite came to: the same trials in the same order, each time with another agent or model. */
export const MatrixSummary = z.strictObject({
  format: z.literal('assay/matrix@1'),
  matrixId: MatrixId,
  suite: z.strictObject({ id: z.string(), title: z.string() }),
  skill: Scorecard.shape.skill,
  seed: z.string(),
  repeats: z.int().positive(),
  leftOut: LeftOut,
  replayed: Scorecard.shape.replayed,
  budget: RunBudget.describe('The budget of all runs together.'),
  budgetReached: ReachedBudget.nullable().describe(
    'That budget, if trials are missing because it was used up.',
  ),
  runs: z.array(MatrixRun).describe('In the order in which they were run.'),
});
export type MatrixSummary = z.infer<typeof MatrixSummary>;
