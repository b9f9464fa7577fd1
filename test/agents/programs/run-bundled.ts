import { randomUUID } from 'node:crypto';
import type { Agent } from '../../../src/agents/agent.ts';
import { type Benchmark, loadBenchmark } from '../../../src/app/benchmark.ts';
import { prepareCassettes } from '../../../src/app/cassette-choice.ts';
import { executeRun } from '../../../src/app/execute-run.ts';
import { chooseJudge } from '../../../src/app/judge-choice.ts';
import { modelAccess } from '../../../src/app/model-access.ts';
import { agentSetup, chooseUpstream } from '../../../src/app/model-choice.ts';
import { recordedServices } from '../../../src/app/recorded-services.ts';
import { snapshotOf } from '../../../src/checks/snapshot.ts';
import type { Arm } from '../../../src/contracts/identifiers.ts';
import { Limits } from '../../../src/contracts/limits.ts';
import type { RunPlan } from '../../../src/contracts/plan.ts';
import type { Scorecard } from '../../../src/contracts/scorecard.ts';
import type { Script, ScriptedTurn } from '../../../src/contracts/script.ts';
import type { TrialRecord } from '../../../src/contracts/trial-record.ts';
import { CassetteDeck } from '../../../src/gateway/upstreams/cassette/cassette-deck.ts';
import { SCRIPTED_MODEL, scriptedModel } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { planTrials } from '../../../src/runner/plan-trials.ts';
import type { SandboxEngine } from '../../../src/sandbox/sandbox.ts';
import { openResults } from '../../../src/store/open-results.ts';
import type { ModelRequest } from '../../../src/traffic/wire.ts';
import { PATIENCE_SECONDS } from '../../fixtures/patience.ts';
import { smallPlan } from '../../fixtures/plan.ts';

type Options = {
  agent: Agent;
  engine: SandboxEngine;
  resultsDir: string;
  /** By default the bundled suite csv-tidy. */
  suite?: string;
  tasks?: readonly string[];
  probes?: readonly string[];
  /** By default both; one will do where what is seen does not depend on the skill. */
  arm?: Arm;
  cassettes?: RunPlan['cassettes'];
  limitsOf?: (subject: string) => Partial<Limits>;
  change?: (script: Script) => Script;
  /** What the model says instead of the script, where what it is asked decides. */
  answers?: (request: ModelRequest) => ScriptedTurn;
};

export type BundledRun = { plan: RunPlan; records: TrialRecord[]; scorecard: Scorecard };

/** Runs bundled tasks and probes as the command line does, with other words of the scripted model if asked. */
export async function runBundled(options: Options): Promise<BundledRun> {
  const { agent, engine, resultsDir, change = (script) => script, answers } = options;
  const benchmark = await loadBenchmark(options.suite ?? 'csv-tidy');
  const plan = await planFor(options, benchmark);
  prepareCassettes(plan.cassettes, 'new run');
  await using deck = new CassetteDeck();
  await using services = await recordedServices(plan);
  const sources = { cassettes: plan.cassettes, seed: plan.seed, access: modelAccess({}), deck };
  const upstreamFor = chooseUpstream({ setup: plan.setup, agent, ...sources });
  const judgeUpstreamFor = chooseJudge(plan.judge, sources);
  await using store = await openResults(resultsDir, 'writing');
  await store.createRun(plan);
  const scorecard = await executeRun(
    {
      ...{ plan, benchmark, agent, engine, store, resultsDir, services, judgeUpstreamFor },
      templates: { tasks: new Map() },
      upstreamFor(trial, subject) {
        const { script } = subject;
        if (answers !== undefined) return scriptedModel({ latencyMs: 0 }, answers);
        return upstreamFor(trial, { ...subject, script: script && change(script) });
      },
    },
    { say: () => undefined, progress: () => undefined },
    AbortSignal.any([]),
  );
  return { plan, records: await store.loadRecords(plan), scorecard };
}

async function planFor(options: Options, benchmark: Benchmark): Promise<RunPlan> {
  const { agent, engine, tasks: taskIds = [], probes: probeIds = [], cassettes = null } = options;
  const { suite, skill } = benchmark;
  const tasks = suite.tasks.map(({ task }) => task).filter(({ id }) => taskIds.includes(id));
  const probes = benchmark.probes.map(({ probe }) => probe).filter(({ id }) => probeIds.includes(id));
  const limitsOf = (id: string) => Limits.parse({ maxSeconds: PATIENCE_SECONDS, ...options.limitsOf?.(id) });
  const subjects = [
    ...tasks.map(({ id }) => ({ kind: 'task' as const, id, limits: limitsOf(id) })),
    ...probes.map(({ id }) => ({ kind: 'probe' as const, id, limits: limitsOf(id) })),
  ];
  return smallPlan({
    ...{ cassettes, tasks, probes, suite: suite.suite, runId: randomUUID() },
    setup: agentSetup(agent, SCRIPTED_MODEL),
    imageDigest: await engine.imageDigest(),
    skill: snapshotOf(skill),
    trials: planTrials(subjects, 1, 'seed').filter(({ arm }) => arm === (options.arm ?? arm)),
  });
}
