import { z } from 'zod';
import { RunBudget } from './budget.ts';
import { CheckReport } from './check-report.ts';
import { Sha256 } from './identifiers.ts';
import { JudgeSetup } from './judging.ts';
import { LeftOut } from './left-out.ts';
import { AgentSetup, PlannedTrial, RunPlan } from './plan.ts';
import { ModelPrice } from './prices.ts';
import { ProbeSet } from './probe-set.ts';

const amount = z.number().nonnegative();

/** A sum over trials of a plan, estimated from earlier trials of the same task or probe and arm. */
export const Estimate = z.strictObject({
  expected: amount.describe('Each trial at the mean of the earlier ones.'),
  least: amount.describe('Each trial at the lowest of the earlier ones.'),
  most: amount.describe('Each trial at the highest of the earlier ones.'),
  trials: z.int().positive().describe('Trials of the plan for which there are earlier ones.'),
  restsOn: z.int().positive().describe('Number of earlier trials that the estimate is based on.'),
  otherSetups: z.int().nonnegative().describe('Trials of the plan that only another agent or model has run.'),
});
export type Estimate = z.infer<typeof Estimate>;

const Measure = z.strictObject({
  estimate: Estimate.nullable().describe('null: there is no earlier trial to go by.'),
  bound: amount.nullable().describe('The most that limits and budgets allow; null: unlimited.'),
});

/** What a run would do and use, before anything is spent. */
export const DryRun = z.strictObject({
  format: z.literal('assay/dry-run@1'),
  suite: z.strictObject({ id: z.string(), title: z.string() }),
  skill: z.strictObject({ name: z.string(), source: z.string(), digest: Sha256 }),
  checks: z.strictObject({
    verdict: CheckReport.shape.verdict,
    wouldRun: z.boolean().describe('False: it would only run with --force.'),
  }),
  setup: AgentSetup,
  judge: z
    .strictObject({
      ...JudgeSetup.shape,
      trials: z.int().positive().describe('Trials that a rubric decides.'),
      votes: z.int().positive().describe('The most questions to the judge, over all trials.'),
    })
    .nullable()
    .describe('null: no task has a rubric.'),
  replays: z
    .string()
    .nullable()
    .describe('The folder of cassettes that the answers are read from: nothing is charged.'),
  seed: z.string(),
  repeats: z.int().positive(),
  concurrency: z.int().positive(),
  leftOut: LeftOut,
  probeSet: ProbeSet.exactOptional().describe('none: there are no probes.'),
  images: z
    .array(
      z.strictObject({
        tag: z.string(),
        owners: z.array(z.string()).describe('A suite, and tasks as suite/task, that have it in common.'),
      }),
    )
    .default([])
    .describe('Images of environments, which the run builds first where they are missing.'),
  machines: RunPlan.shape.machines.describe(
    "The sizes of the sandboxes. An engine with fewer processors than an agent's program needs gives it those that it has.",
  ),
  toolServer: RunPlan.shape.toolServer,
  unproven: RunPlan.shape.unproven,
  budget: RunBudget,
  price: ModelPrice.nullable().describe('Price of the model; null: not known.'),
  trials: z.array(PlannedTrial).describe('In the order in which they would start.'),
  tokens: Measure,
  requests: Measure,
  usd: Measure,
  agentSeconds: Measure.describe("The agents' own time, summed over the trials."),
  elapsedSeconds: Measure.describe('Elapsed time of all trials at the planned concurrency.'),
});
export type DryRun = z.infer<typeof DryRun>;

const Total = z.strictObject({
  expected: amount.nullable().describe('null: not known of every run.'),
  bound: amount.nullable().describe('null: unlimited in some run.'),
});

/** What several runs of one suite would do and use, one after the other. */
export const MatrixDryRun = z.strictObject({
  format: z.literal('assay/matrix-dry-run@1'),
  runs: z.array(DryRun),
  total: z.strictObject({
    tokens: Total,
    requests: Total,
    usd: Total,
    agentSeconds: Total,
    elapsedSeconds: Total,
  }),
});
export type MatrixDryRun = z.infer<typeof MatrixDryRun>;
