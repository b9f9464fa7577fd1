import { z } from 'zod';
import { RunBudget } from './budget.ts';
import { CheckReport } from './check-report.ts';
import { Sha256 } from './identifiers.ts';
import { LeftOut } from './left-out.ts';
import { AgentSetup, PlannedTrial, RunPlan } from './plan.ts';
import { ModelPrice } from './prices.ts';

const amount = z.number().nonnegative();

/** A sum over trials of a plan, by what earlier trials of the same task or probe and arm came to. */
export const Estimate = z.strictObject({
  expected: amount.describe('Each trial by the mean of the earlier ones.'),
  least: amount.describe('Each by the least of them.'),
  most: amount.describe('Each by the most of them.'),
  trials: z.int().positive().describe('Of the plan, that there are earlier ones of.'),
  restsOn: z.int().positive().describe('Earlier trials.'),
  otherSetups: z.int().nonnegative().describe('Trials of the plan that only another agent or model has run.'),
});
export type Estimate = z.infer<typeof Estimate>;

const Measure = z.strictObject({
  estimate: Estimate.nullable().describe('null: there is no earlier trial that tells.'),
  bound: amount.nullable().describe('What limits and budgets leave at most; null: no bound.'),
});

/** What a run would do and take, before anything is spent. */
export const DryRun = z.strictObject({
  format: z.literal('assay/dry-run@1'),
  suite: z.strictObject({ id: z.string(), title: z.string() }),
  skill: z.strictObject({ name: z.string(), source: z.string(), digest: Sha256 }),
  checks: z.strictObject({
    verdict: CheckReport.shape.verdict,
    wouldRun: z.boolean().describe('False: only with --force.'),
  }),
  setup: AgentSetup,
  replays: z.string().nullable().describe('The folder of cassettes that answers: nothing is charged.'),
  seed: z.string(),
  repeats: z.int().positive(),
  concurrency: z.int().positive(),
  leftOut: LeftOut,
  unproven: RunPlan.shape.unproven,
  budget: RunBudget,
  price: ModelPrice.nullable().describe("The model's; null: not known."),
  trials: z.array(PlannedTrial).describe('In the order in which they would start.'),
  tokens: Measure,
  requests: Measure,
  usd: Measure,
  agentSeconds: Measure.describe("The agents' own time, one after the other."),
  elapsedSeconds: Measure.describe('Of trials from beginning to end, so many at a time.'),
});
export type DryRun = z.infer<typeof DryRun>;
