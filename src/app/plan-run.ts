import { randomBytes } from 'node:crypto';
import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { toolsOf } from '../checks/manifest/read-manifest.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import type { JudgeSetup } from '../contracts/judging.ts';
import { effectiveLimits } from '../contracts/limits.ts';
import type { Machines } from '../contracts/machines.ts';
import type { ScoringParameters } from '../contracts/parameters.ts';
import type { AgentSetup, RunPlan } from '../contracts/plan.ts';
import type { ModelPrice } from '../contracts/prices.ts';
import type { ToolServer } from '../contracts/skill-manifest.ts';
import type { SuiteVerdict } from '../contracts/suite-check.ts';
import { needsSolution } from '../graders/graders.ts';
import { probeSetOf } from '../probes/probe-set-of.ts';
import { planTrials, type Subject } from '../runner/plan-trials.ts';
import { toolServerOf } from '../runner/tool-server.ts';
import { assayVersion } from './assay-version.ts';
import type { Benchmark } from './benchmark.ts';
import { type BudgetOptions, runBudget } from './run-budget.ts';

type Options = {
  benchmark: Benchmark;
  checked: CheckReport;
  agent: Pick<AgentDescription, 'image'>;
  setup: AgentSetup;
  judge: JudgeSetup | null;
  parameters: ScoringParameters;
  cassettes: RunPlan['cassettes'];
  prices: readonly ModelPrice[];
  images: Pick<RunPlan, 'imageDigest' | 'taskImages'>;
  machines: Machines;
  suiteCheck: SuiteVerdict | null;
  allowedSecrets: readonly string[];
  runtime: string | null;
  budget: BudgetOptions;
  createdAt: Date;
  repeats: number;
  concurrency: number;
  seed: string;
};

/**
 * Writes down everything that a run will do, so that it can be resumed and its scores derived without the
 * suite.
 */
export function planRun(options: Options): RunPlan {
  const { benchmark, checked, createdAt, seed, repeats, concurrency } = options;
  const { agent, setup, judge, cassettes, images, machines, runtime, parameters } = options;
  const isFree = setup.simulated && judge?.simulated !== false;
  const { suite, skill, skillFrom, probes, digest, leftOut, withheld } = benchmark;
  const subjects = subjectsOf(benchmark);
  const read = readSkill(skill);
  const snapshot = snapshotOf(skill, read);
  const toolServer = toolServerOf(snapshot.name, toolsOf(read));
  if (toolServer !== null) requireNameForServer(toolServer, benchmark);
  const trials = planTrials(setup.simulated ? subjects.map(unpriced) : subjects, repeats, seed);
  return {
    runId: runIdOf(createdAt),
    createdAt: createdAt.toISOString(),
    assayVersion: assayVersion(),
    ...{ seed, repeats, concurrency, setup, judge, cassettes, ...images, machines, runtime, parameters },
    packages: agent.image?.packages ?? null,
    budget: runBudget(options.budget, isFree ? withoutUsd(suite.suite.budget) : suite.suite.budget),
    prices: isFree ? [] : [...options.prices],
    skill: snapshot,
    ...(toolServer === null ? {} : { toolServer }),
    skillFrom,
    suite: suite.suite,
    allowedSecrets: [...options.allowedSecrets],
    suiteDir: suite.dir,
    suiteDigest: digest,
    tasks: suite.tasks.map(({ task }) => task),
    probes: probes.map(({ probe }) => probe),
    ...setOf(benchmark),
    unproven: unprovenTasks(benchmark),
    ...(options.suiteCheck === null ? {} : { suiteCheck: options.suiteCheck }),
    leftOut,
    withheld: [...withheld],
    findings: checked.findings,
    trials: trials.filter(({ arm }) => !leftOut.arms.includes(arm)),
  };
}

function setOf({ probes, setName }: Benchmark): Pick<RunPlan, 'probeSet'> {
  if (probes.length === 0) return {};
  return {
    probeSet: probeSetOf(
      probes.map(({ probe }) => probe),
      setName,
    ),
  };
}

/** Agents tell servers apart by their names. */
function requireNameForServer({ name }: ToolServer, { suite: { suite, tasks } }: Benchmark): void {
  const servers = [suite, ...tasks.map(({ task }) => task)].flatMap(({ mcp = [] }) => mcp);
  if (!servers.some((server) => server.name === name)) return;
  throw new AssayError(
    'INPUT_INVALID',
    `The tools of the skill (skill.yaml) are offered by an MCP server that is called "${name}", and the suite has a server of that name too. Give the one in suite.yaml or task.yaml another name.`,
  );
}

function unprovenTasks({ suite, solutions }: Benchmark): string[] {
  const tasks = suite.tasks.map(({ task }) => task);
  return tasks
    .filter(({ id, graders }) => !solutions.has(id) && graders.some(needsSolution))
    .map(({ id }) => id);
}

/** Sorts by time, and distinguishes two runs of the same second: `20260102-030405-ab12cd`. */
function runIdOf(createdAt: Date): string {
  const [date = '', time = ''] = createdAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  return `${date}-${time}-${randomBytes(3).toString('hex')}`;
}

function subjectsOf({ suite, probes }: Benchmark): Subject[] {
  const defaults = suite.suite.limits;
  return [
    ...suite.tasks.map(({ task: { id, limits } }) => ({
      kind: 'task' as const,
      id,
      limits: effectiveLimits(defaults, limits),
    })),
    ...probes.map(({ probe: { id, limits } }) => ({
      kind: 'probe' as const,
      id,
      limits: effectiveLimits({}, limits),
    })),
  ];
}

function unpriced(subject: Subject): Subject {
  return { ...subject, limits: withoutUsd(subject.limits) };
}

/** A script costs nothing, so a suite's limits in dollars do not apply to it. */
function withoutUsd<Bounds extends { maxUsd: number | null }>(bounds: Bounds): Bounds {
  return { ...bounds, maxUsd: null };
}
