import { z } from 'zod';
import { ReachedBudget } from './budget.ts';
import { CostChange } from './cost-change.ts';
import { Environment, TaskEnvironment } from './environment.ts';
import { FailedTrial } from './failed-trial.ts';
import { Finding } from './finding.ts';
import { PartialCredit, UngradedReason, Verdict } from './grade.ts';
import { MatrixId, ProbeGroup, Sha256, Timestamp } from './identifiers.ts';
import { JudgeSetup } from './judging.ts';
import { LeftOut } from './left-out.ts';
import { Machines } from './machines.ts';
import { Openings } from './opening.ts';
import { AgentSetup, TrialId } from './plan.ts';
import { ModelPrice } from './prices.ts';
import { ProbeSet } from './probe-set.ts';
import { Scores } from './score.ts';
import { RequestsByLabel } from './side-requests.ts';
import { Standing } from './standing.ts';
import { TasksBy } from './suite.ts';
import { SuiteVerdict } from './suite-check.ts';
import { Usage } from './transcript.ts';

const usd = z.number().nonnegative().nullable();

/** The result of one arm of a pair. `passed: null` means ungraded; `reason` says why. */
export const ArmResult = z.strictObject({
  trial: TrialId,
  passed: z.boolean().nullable(),
  reason: z.string().nullable().describe('Why it failed or could not be graded.'),
  usage: Usage.nullable(),
  seconds: z.number().nonnegative().nullable(),
  requests: z.int().nonnegative().nullable(),
  requestsBy: RequestsByLabel.exactOptional().describe('What they were for; none if all were for the work.'),
  costUsd: usd.default(null).describe('null: a price or a usage is not known.'),
  verdicts: z.array(Verdict),
  partialCredit: PartialCredit,
  remarks: z
    .array(z.string())
    .exactOptional()
    .describe('Where what the agent says about its own work disagrees with the wire; they change no grade.'),
});
export type ArmResult = z.infer<typeof ArmResult>;

/** How the skill arm compares with the baseline, most important outcome first. */
export const PairOutcome = z.enum([
  'enabled',
  'harmed',
  'both-failed',
  'not-invoked',
  'both-passed',
  'not-measured',
]);
export type PairOutcome = z.infer<typeof PairOutcome>;

/** Older scorecards have one word for tokens and time together, which said nothing about either. */
const FormerOutcome = z
  .enum(['cheaper', 'equal', 'costlier'])
  .transform(() => PairOutcome.enum['both-passed']);

const costChange = CostChange.nullable()
  .default(null)
  .describe('Change from the baseline; only if both arms passed with the skill in use.');

export const TaskPair = z.strictObject({
  repeat: z.int().positive(),
  outcome: z.union([PairOutcome, FormerOutcome]),
  tokens: costChange,
  time: costChange,
  invoked: z.boolean(),
  invocation: z.string().nullable().describe('The event that shows the use, or null.'),
  baseline: ArmResult.nullable(),
  withSkill: ArmResult.nullable(),
});
export type TaskPair = z.infer<typeof TaskPair>;

const MeanCost = z
  .strictObject({ baseline: usd, withSkill: usd })
  .default({ baseline: null, withSkill: null })
  .describe('Mean cost of a trial, over the pairs in which both costs are known.');

export const TaskCard = z.strictObject({
  id: z.string(),
  level: z.enum(['common', 'edge']),
  objective: z.string(),
  pairs: z.array(TaskPair),
  meanCostUsd: MeanCost,
});
export type TaskCard = z.infer<typeof TaskCard>;

/** Says who is to blame for a failed probe: the bare agent too, or the skill alone. */
export const ProbeAttribution = z.enum(['skill', 'agent', 'unknown']);
export type ProbeAttribution = z.infer<typeof ProbeAttribution>;

export const ProbePair = z.strictObject({
  repeat: z.int().positive(),
  baseline: ArmResult.nullable(),
  withSkill: ArmResult.nullable(),
  attribution: ProbeAttribution.nullable().describe('Only if the with-skill arm failed.'),
});
export type ProbePair = z.infer<typeof ProbePair>;

export const ProbeCard = z.strictObject({
  id: z.string(),
  group: ProbeGroup,
  title: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  owasp: z.array(z.string()),
  pairs: z.array(ProbePair),
});
export type ProbeCard = z.infer<typeof ProbeCard>;

const count = z.int().nonnegative();

/** What the report's formula hides, counted over pairs. */
export const Comparison = z.strictObject({
  enabled: count.describe('Baseline fails, skill arm passes.'),
  harmed: count.describe('Baseline passes, skill arm fails.'),
  bothFailed: count,
  fewerTokens: count.default(0).describe('Both pass, skill arm takes fewer tokens, beyond the dead zone.'),
  moreTokens: count.default(0).describe('Both pass, skill arm takes more tokens, beyond the dead zone.'),
  faster: count.describe('Both pass, skill arm takes less time, beyond the dead zone.'),
  slower: count.describe('Both pass, skill arm takes more time, beyond the dead zone.'),
  notInvoked: count,
  notMeasured: count,
  meanTokens: z.strictObject({ baseline: z.number().nullable(), withSkill: z.number().nullable() }),
  meanSeconds: z.strictObject({ baseline: z.number().nullable(), withSkill: z.number().nullable() }),
  meanCostUsd: MeanCost,
});
export type Comparison = z.infer<typeof Comparison>;

/** The part that a model had in the verdicts on tasks, and what that took. */
const JudgingShare = z.strictObject({
  ...JudgeSetup.shape,
  verdicts: count.describe("Verdicts of the tasks' graders."),
  byModel: count.describe('Those of them for which a model was asked, alone or as part of a group.'),
  requests: count,
  tokens: count.nullable().describe('null: an answer did not report them.'),
  costUsd: usd,
});
export type JudgingShare = z.infer<typeof JudgingShare>;

const RequestCounts = z.strictObject({
  asked: z.int().nonnegative(),
  failed: z.int().nonnegative().describe('Those that no host answered in full.'),
  unrecorded: z
    .int()
    .nonnegative()
    .describe('Answers that are missing from the recording, for their length or for lack of room.'),
});

/** What the tasks asked of hosts that they could really reach, or of a recording of these. */
export const ServiceUse = z.strictObject({ baseline: RequestCounts, withSkill: RequestCounts });
export type ServiceUse = z.infer<typeof ServiceUse>;

/**
 * What is published for a run: everything that a report shows, so that it need not
 * look anything up elsewhere.
 */
export const Scorecard = z.strictObject({
  format: z.literal('assay/scorecard@1'),
  runId: z.string(),
  createdAt: Timestamp,
  matrix: MatrixId.exactOptional().describe(
    'The matrix that the run is part of; none if it is one by itself.',
  ),
  rootDigest: Sha256.nullable()
    .default(null)
    .describe(
      'Digest of the seal over everything that the run rests on; null if the run was not published, or was published before seals existed.',
    ),
  assayVersion: z.string(),
  skill: z.strictObject({ name: z.string(), description: z.string(), source: z.string(), digest: Sha256 }),
  suite: z.strictObject({
    id: z.string(),
    title: z.string(),
    tasksBy: TasksBy.optional(),
    withheld: z
      .array(z.string())
      .optional()
      .describe('Files of the skill that no sandbox of a task had, because they say what is expected.'),
    environment: Environment.optional().describe('What the sandboxes of both arms had beside the usual.'),
    tasks: z
      .record(
        z.string(),
        z.strictObject({
          environment: TaskEnvironment.optional().describe(
            'What their sandboxes had beside those of the suite.',
          ),
          imageDigest: z.string().optional().describe('If they had an image of their own.'),
        }),
      )
      .optional()
      .describe('Tasks with an environment of their own; none if there are none.'),
    network: z
      .strictObject({
        fixtures: z.array(z.string()).describe('Tasks that the harness answered in place of the network.'),
        hosts: z.array(z.string()).describe('Hosts that tasks could really reach.'),
        unopened: z
          .array(z.string())
          .describe('Those of them of whose TLS connections only the name was seen.'),
        secrets: z.array(z.string()).describe('Names of the secrets that were used there.'),
      })
      .optional()
      .describe('What the tasks could reach; none if they could reach nothing.'),
    mcp: z
      .array(z.strictObject({ name: z.string(), arm: z.enum(['both', 'with-skill']) }))
      .exactOptional()
      .describe('The MCP servers that the agent was given in tasks.'),
    check: SuiteVerdict.optional().describe('What "assay check-suite" found; none if it was not run.'),
  }),
  setup: AgentSetup,
  replayed: z.boolean().default(false).describe('True: the answers were taken from a recording.'),
  imageDigest: z.string(),
  machines: Machines.exactOptional().describe('The sizes of the sandboxes. Left out in older scorecards.'),
  runtime: z
    .string()
    .nullable()
    .default(null)
    .describe("Runtime of the containers; null: the engine's default."),
  seed: z.string(),
  repeats: z.int().positive(),
  leftOut: LeftOut,
  probeSet: ProbeSet.exactOptional().describe('none: there are no probes, or the card is older.'),
  unproven: z
    .array(z.string())
    .default([])
    .describe('Tasks without a reference solution, whose graders were not shown to be able to pass.'),
  standing: Standing,
  trials: z.strictObject({
    planned: z.int().nonnegative(),
    graded: z.int().nonnegative(),
    ungraded: z.int().nonnegative(),
    missing: z.int().nonnegative(),
  }),
  budgetReached: ReachedBudget.nullable()
    .default(null)
    .describe("The run's budget, if trials are missing because it was used up."),
  cost: z
    .strictObject({ baselineUsd: usd, withSkillUsd: usd, totalUsd: usd })
    .default({ baselineUsd: null, withSkillUsd: null, totalUsd: null })
    .describe(
      'Cost of all tasks and probes, including failed attempts; the total includes that of judging and of Assay’s own questions to the provider.',
    ),
  judging: JudgingShare.exactOptional().describe('none: no task has a rubric.'),
  services: ServiceUse.exactOptional().describe('none: no task could reach a host, or the card is older.'),
  openings: Openings.exactOptional().describe(
    'What the first requests of the two arms show beside the skill; none: no pair could be compared, or the card is older.',
  ),
  prices: z.array(ModelPrice).default([]).describe('Prices of the models that were used, as far as known.'),
  scores: Scores,
  comparison: Comparison,
  tasks: z.array(TaskCard),
  probes: z.array(ProbeCard),
  failed: z.array(FailedTrial).default([]).describe('Excerpts of the trials that were graded as failed.'),
  ungraded: z.array(z.strictObject({ trial: TrialId, reason: UngradedReason, detail: z.string() })),
  findings: z.array(Finding),
});
export type Scorecard = z.infer<typeof Scorecard>;
