import { z } from 'zod';
import { AgentCommand } from './agent-command.ts';
import { AgentSettings } from './agent-settings.ts';
import { RunBudget } from './budget.ts';
import { Finding } from './finding.ts';
import { Arm, MatrixId, RelativePath, Sha256, Slug, Timestamp } from './identifiers.ts';
import { JudgeSetup } from './judging.ts';
import { LeftOut } from './left-out.ts';
import { Limits } from './limits.ts';
import { Machines } from './machines.ts';
import { ScoringParameters } from './parameters.ts';
import { ModelPrice } from './prices.ts';
import { Probe } from './probe.ts';
import { ProbeSet } from './probe-set.ts';
import { ProgramPackages } from './program-packages.ts';
import { Skill } from './skill.ts';
import { ToolServer } from './skill-manifest.ts';
import { Suite } from './suite.ts';
import { SuiteVerdict } from './suite-check.ts';
import { Task } from './task.ts';

export const TrialId = z.string().regex(/^(task|probe):[a-z0-9-]+:(baseline|with-skill):\d+$/);
export type TrialId = z.infer<typeof TrialId>;

export const PlannedTrial = z.strictObject({
  id: TrialId,
  kind: z.enum(['task', 'probe']),
  subject: Slug.describe('Id of the task or probe.'),
  arm: Arm,
  repeat: z.int().positive(),
  limits: Limits,
});
export type PlannedTrial = z.infer<typeof PlannedTrial>;

/** How the model was reached, and which program drove it. */
export const AgentSetup = z.strictObject({
  agent: z.string(),
  agentVersion: z.string(),
  testedVersion: z
    .string()
    .optional()
    .describe('The version of the agent that this Assay is tested with, if another one did the work.'),
  model: z.string(),
  simulated: z.boolean().describe('True: a script answered, and the result says nothing about the skill.'),
  settings: AgentSettings.exactOptional().describe('Left out in runs before there were any.'),
  command: AgentCommand.exactOptional().describe('The program, if it is none that Assay knows.'),
});
export type AgentSetup = z.infer<typeof AgentSetup>;

/** Everything that is needed to resume, re-score and re-report a run without the suite's folder. */
export const RunPlan = z.strictObject({
  runId: z.string().regex(/^[0-9a-z-]+$/),
  createdAt: Timestamp,
  assayVersion: z.string(),
  seed: z.string().min(1),
  repeats: z.int().positive(),
  concurrency: z.int().positive(),
  setup: AgentSetup,
  packages: ProgramPackages.nullable()
    .default(null)
    .describe(
      "The npm packages with the agent's program, which a resumed run uses again; null if it has none.",
    ),
  judge: JudgeSetup.nullable().default(null).describe('null: no task has a rubric.'),
  cassettes: z
    .strictObject({ mode: z.enum(['record', 'replay']), folder: z.string() })
    .nullable()
    .default(null)
    .describe("Where the model's answers are recorded, or replayed from."),
  prices: z
    .array(ModelPrice)
    .default([])
    .describe('The prices of models when the run was planned; empty if a script answers.'),
  budget: RunBudget.prefault({}).describe(
    'The budget of the whole run. It may be raised when the run is resumed.',
  ),
  matrix: MatrixId.exactOptional().describe(
    'The matrix that the run is part of; none if it is one by itself.',
  ),
  imageDigest: z.string(),
  taskImages: z
    .record(Slug, z.string())
    .default({})
    .describe('Digests of the images of tasks that have one of their own, by task.'),
  machines: Machines.exactOptional().describe(
    'The sizes of the sandboxes. Left out in runs before there were any.',
  ),
  runtime: z
    .string()
    .nullable()
    .default(null)
    .describe("Runtime of the containers; null: the engine's default."),
  skill: Skill,
  toolServer: ToolServer.exactOptional().describe('Left out if the skill has no tools in a skill.yaml.'),
  skillFrom: z
    .enum(['suite', 'elsewhere'])
    .describe("Whether the skill is the suite's own; one from elsewhere is kept by its digest."),
  suite: Suite,
  allowedSecrets: z
    .array(z.string())
    .default([])
    .describe('Names of the secrets that the user has allowed the suite for this run.'),
  suiteDir: z
    .string()
    .describe('The folder that the suite was read from; a resumed run reads its files again.'),
  suiteDigest: Sha256.describe(
    'Digest over the files of the suite, its chosen tasks and the chosen probes; a resumed run must match.',
  ),
  tasks: z.array(Task),
  probes: z.array(Probe),
  probeSet: ProbeSet.exactOptional().describe('Left out if there are no probes, and in older plans.'),
  unproven: z
    .array(Slug)
    .default([])
    .describe('Tasks whose graders run programs, without a reference solution that proves them.'),
  suiteCheck: SuiteVerdict.optional().describe(
    'What the last check of this very suite found; none if it was not checked.',
  ),
  leftOut: LeftOut,
  withheld: z
    .array(RelativePath)
    .default([])
    .describe('Files of the skill that say what the tasks expect, which no sandbox of a task has.'),
  parameters: ScoringParameters,
  findings: z.array(Finding).describe('Findings of the static checks that ran before any trial.'),
  trials: z.array(PlannedTrial).describe('In the order in which they start.'),
});
export type RunPlan = z.infer<typeof RunPlan>;
