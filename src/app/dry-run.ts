import type { AgentDescription } from '../agents/agent.ts';
import type { DryRun } from '../contracts/dry-run.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { mostRequestsUnder } from '../contracts/side-requests.ts';
import { CassetteDeck } from '../gateway/upstreams/cassette/cassette-deck.ts';
import type { AccessOptions } from '../gateway/upstreams/live/provider-access.ts';
import { systemClock } from '../runner/clock.ts';
import { estimateRun } from '../scorecard/estimate-run.ts';
import { plannedJudging } from '../scorecard/planned-judging.ts';
import { priceOf } from '../scoring/prices/price-of.ts';
import { openResults } from '../store/open-results.ts';
import { type Benchmark, tasksOf } from './benchmark.ts';
import { requireRecorded } from './cassette-choice.ts';
import { checkBenchmark, isSound } from './check-before-run.ts';
import { earlierRuns } from './earlier-runs.ts';
import { imagesNeeded } from './image-stacks.ts';
import { chooseJudge, judgeSetup, tryUpstreams } from './judge-choice.ts';
import { machinesFor } from './machines-for.ts';
import { modelAccess } from './model-access.ts';
import { chooseUpstream } from './model-choice.ts';
import { findSuite } from './own-evals.ts';
import { placeSkill } from './place-skill.ts';
import { planRun } from './plan-run.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';
import { requirePrice } from './run-budget.ts';
import { benchmarkFor, chooseSetup, type SuiteRunOptions } from './run-choices.ts';

/**
 * Says what `runSuite` would do and cost. Needs no engine and no key, asks no model, and writes nothing but a suite that was
 * imported from a skill's evals.
 */
export async function dryRun(
  given: SuiteRunOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<DryRun> {
  const options = await findSuite(given, () => undefined, signal);
  const { cassettes, seed, prices, parameters, ...chosen } = await chooseSetup(options, signal);
  const benchmark = await benchmarkFor(options, chosen.agent);
  const { agent, setup } = placeSkill(chosen, benchmark, options.settings?.skillPlace);
  await requireUninterrupted(signal, 'planning');
  const checked = await checkBenchmark(benchmark);
  const judge = judgeSetup(tasksOf(benchmark), options, { agent, model: setup.model });
  const plan = planRun({
    ...{ benchmark, checked, agent, setup, judge, cassettes, seed, prices, parameters },
    repeats: options.repeats,
    concurrency: options.concurrency,
    budget: options.budget ?? {},
    runtime: options.runtime ?? null,
    ...{
      images: { imageDigest: 'not looked up', taskImages: {} },
      machines: machinesFor(benchmark, agent.image),
      suiteCheck: null,
      allowedSecrets: options.secrets ?? [],
    },
    createdAt: systemClock.now(),
  });
  requirePrice(plan);
  requireRecorded(plan);
  await requireUninterrupted(signal, 'planning');
  await using reader = await openResults(options.resultsDir, 'reading');
  await requireAnswers(plan, benchmark, { agent, access: modelAccess(options.access ?? {}) });
  const { repeats, concurrency, budget, trials, suite, skill, toolServer, leftOut, unproven } = plan;
  const { machines, probeSet } = plan;
  return {
    format: 'assay/dry-run@1',
    suite: { id: suite.id, title: suite.title },
    skill: { name: skill.name, source: skill.source, digest: skill.digest },
    checks: { verdict: checked.verdict, wouldRun: isSound(checked) || (options.force ?? false) },
    ...{ setup, seed, repeats, concurrency, leftOut, unproven, budget, trials },
    ...(toolServer === undefined ? {} : { toolServer }),
    ...(probeSet === undefined ? {} : { probeSet }),
    ...(machines === undefined ? {} : { machines }),
    judge: plannedJudging(plan),
    images: await imagesNeeded(agent.image, benchmark),
    replays: cassettes?.mode === 'replay' ? cassettes.folder : null,
    price: priceOf(setup.model, plan.prices),
    ...estimateRun(plan, await earlierRuns(plan, reader, signal), mostRequestsOf(agent)),
  };
}

/** Some agents ask things beside their work, which the limit of a trial leaves out up to a bound. */
function mostRequestsOf({ sideRequests }: AgentDescription): (limit: number) => number {
  return sideRequests === undefined ? (limit) => limit : mostRequestsUnder;
}

/** Answers from disk have to be there; whether a provider can be reached is not checked. */
async function requireAnswers(
  plan: RunPlan,
  benchmark: Benchmark,
  { agent, access }: { agent: AgentDescription; access: AccessOptions },
): Promise<void> {
  const { setup, judge, cassettes, seed } = plan;
  if (!setup.simulated && cassettes?.mode !== 'replay') return;
  await using deck = new CassetteDeck();
  const sources = { cassettes, seed, access, deck };
  const upstreamFor = chooseUpstream({ setup, agent, ...sources });
  const isJudgeOnDisk = judge?.simulated === true || cassettes?.mode === 'replay';
  const judgeUpstreamFor = chooseJudge(isJudgeOnDisk ? judge : null, sources);
  tryUpstreams(plan, benchmark, { upstreamFor, judgeUpstreamFor });
}
