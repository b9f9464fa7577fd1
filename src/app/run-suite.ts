import { agentNamed } from '../agents/agents.ts';
import { DEFAULT_PARAMETERS } from '../contracts/parameters.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { systemClock } from '../runner/clock.ts';
import { openSession } from '../sandbox/session.ts';
import { openRunStore } from '../store/sqlite-run-store.ts';
import { loadBenchmark, subjectOf } from './benchmark.ts';
import { type CassetteOptions, cassetteChoice, seedFor } from './cassette-choice.ts';
import { checkBeforeRun } from './check-before-run.ts';
import { fetchSkill, keepSkill, type SkillSourceOptions } from './choose-skill.ts';
import { executeRun } from './execute-run.ts';
import { type ModelAccessOptions, modelAccess } from './model-access.ts';
import { agentSetup, chooseUpstream } from './model-choice.ts';
import { planRun } from './plan-run.ts';
import { readPrices } from './read-prices.ts';
import { type BudgetOptions, requirePrice, runBudget } from './run-budget.ts';
import type { RunObserver } from './run-observer.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';

export type SuiteRunOptions = ModelAccessOptions &
  CassetteOptions &
  BudgetOptions & {
    suite: string;
    /** In place of the suite's own. */
    skill?: SkillSourceOptions;
    /** A `prices.yaml`, whose entries go before ours. */
    prices?: string;
    resultsDir: string;
    agent: string;
    model: string;
    repeats: number;
    concurrency: number;
    seed?: string;
    /** Of the containers; the engine's default unless said. */
    runtime?: string;
    force?: boolean;
    parameters: ParameterOverrides;
  };

/** Benchmarks a suite's skill: checks, plan, trials, scorecard. */
export async function runSuite(
  options: SuiteRunOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Scorecard> {
  const agent = agentNamed(options.agent);
  const cassettes = cassetteChoice(options);
  const setup = agentSetup(agent, options.model);
  const seed = seedFor(cassettes, options.seed);
  const upstreamFor = chooseUpstream({ setup, cassettes, seed, agent, access: modelAccess(options) });
  const prices = readPrices(options.prices);
  const parameters = scoringParameters(options.parameters, DEFAULT_PARAMETERS);
  const { skill } = options;
  const benchmark = await loadBenchmark(
    options.suite,
    skill === undefined ? undefined : (suiteDir) => fetchSkill(skill, suiteDir),
  );
  const checked = await checkBeforeRun(benchmark, options.force ?? false, observer);
  if (skill !== undefined) await keepSkill(benchmark.skill);
  await using engine = await openSession(undefined, options.runtime);
  const imageDigest = await engine.imageDigest();
  const plan = planRun({
    ...options,
    seed,
    cassettes,
    benchmark,
    checked,
    setup,
    prices,
    budget: runBudget(options, benchmark.suite.suite.budget),
    parameters,
    imageDigest,
    createdAt: systemClock.now(),
  });
  requirePrice(plan);
  for (const trial of plan.trials) upstreamFor(trial, subjectOf(benchmark, trial));
  await using store = await openRunStore(options.resultsDir);
  await store.createRun(plan);
  return await executeRun(
    { plan, benchmark, agent, engine, store, resultsDir: options.resultsDir, upstreamFor },
    observer,
    signal,
  );
}
