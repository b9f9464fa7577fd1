import type { AgentDescription } from '../agents/agent.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { SuiteVerdict } from '../contracts/suite-check.ts';
import { CassetteDeck } from '../gateway/upstreams/cassette/cassette-deck.ts';
import { systemClock } from '../runner/clock.ts';
import { openSession } from '../sandbox/session/session.ts';
import { openResults } from '../store/open-results.ts';
import { tasksOf } from './benchmark.ts';
import { prepareCassettes, requireRecorded } from './cassette-choice.ts';
import { checkBeforeRun } from './check-before-run.ts';
import { keepSkill } from './choose-skill.ts';
import type { Execution } from './execute-run.ts';
import { chooseJudge, judgeSetup, tryUpstreams } from './judge-choice.ts';
import { machinesOnEngine } from './machines-for.ts';
import { modelAccess } from './model-access.ts';
import { chooseUpstream } from './model-choice.ts';
import { findSuite } from './own-evals.ts';
import { placeSkill } from './place-skill.ts';
import { planRun } from './plan-run.ts';
import { recordedServices } from './recorded-services.ts';
import { requirePrice } from './run-budget.ts';
import { benchmarkFor, chooseSetup, type SuiteRunOptions } from './run-choices.ts';
import { noteConsent } from './run-consent.ts';
import type { RunObserver } from './run-observer.ts';
import { serviceSecrets } from './service-secrets.ts';

/** A plan, and all that its run needs besides a store. */
type PlannedRun = Omit<Execution, 'agent' | 'store' | 'resultsDir'> & { agent: AgentDescription };

/** Benchmarks a suite's skill: checks, plan, trials, scorecard. */
export async function runSuite(
  options: SuiteRunOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Scorecard> {
  const { resultsDir } = options;
  return await withPlan(options, observer, signal, async ({ agent, ...planned }) => {
    await using store = await openResults(resultsDir, 'writing');
    using _claim = store.claimRun(planned.plan.runId);
    noteConsent(planned.plan);
    await store.createRun(planned.plan);
    const { readyAgent } = await import('../agents/agents.ts');
    const { executeRun } = await import('./execute-run.ts');
    const execution = {
      ...planned,
      agent: await readyAgent(agent, planned.plan.setup.settings),
      store,
      resultsDir,
    };
    return await executeRun(execution, observer, signal);
  });
}

/** The plan of a run that is to be started later: everything is checked that can be before anything is spent. */
export async function planSuite(
  options: SuiteRunOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<RunPlan> {
  return await withPlan(options, observer, signal, async ({ plan }) => plan);
}

/** What trials need is loaded only once the skill has passed its checks. */
async function withPlan<Result>(
  given: SuiteRunOptions,
  observer: RunObserver,
  signal: AbortSignal,
  use: (planned: PlannedRun) => Promise<Result>,
): Promise<Result> {
  const options = await findSuite(given, observer.say, signal);
  const { cassettes, seed, prices, parameters, ...chosen } = await chooseSetup(options, signal);
  prepareCassettes(cassettes, 'new run');
  await using deck = new CassetteDeck();
  const sources = { cassettes, seed, access: modelAccess(options.access ?? {}), deck };
  const benchmark = await benchmarkFor(options, chosen.agent);
  const { agent, setup } = placeSkill(chosen, benchmark, options.settings?.skillPlace);
  const upstreamFor = chooseUpstream({ setup, agent, ...sources });
  const allowed = options.secrets ?? [];
  const secrets = serviceSecrets(benchmark.suite.suite, { allowed, say: observer.say });
  const judge = judgeSetup(tasksOf(benchmark), options, { agent, model: setup.model });
  const judgeUpstreamFor = chooseJudge(judge, sources);
  const checked = await checkBeforeRun(benchmark, options.force ?? false, observer);
  if (benchmark.skillFrom === 'elsewhere') await keepSkill(benchmark.skill);
  const { imageDigests, provideTemplates } = await import('./provide-templates.ts');
  const machines = await machinesOnEngine(benchmark, agent.image);
  const wanted = { recipe: agent.image, benchmark, machines };
  const templates = await provideTemplates(wanted, observer.say, signal);
  await using engine = await openSession(undefined, {
    ...{ runtime: options.runtime, ...templates.suite },
    secrets,
  });
  const images = await imageDigests(templates, engine);
  const { knownVerdict } = await import('./check-suite.ts');
  const suiteCheck = await knownVerdict(benchmark);
  const plan = planRun({
    ...{ benchmark, checked, agent, setup, judge, cassettes, seed, prices, parameters },
    repeats: options.repeats,
    concurrency: options.concurrency,
    budget: options.budget ?? {},
    runtime: options.runtime ?? null,
    ...{ images, machines, suiteCheck, allowedSecrets: allowed },
    createdAt: systemClock.now(),
  });
  requirePrice(plan);
  requireRecorded(plan);
  await using services = await recordedServices(plan);
  const doubt = doubtOf(suiteCheck, options.suite);
  if (!setup.simulated && doubt !== null) observer.say(doubt);
  tryUpstreams(plan, benchmark, { upstreamFor, judgeUpstreamFor });
  return await use({
    ...{ plan, benchmark, templates, agent, engine, upstreamFor, judgeUpstreamFor, services },
  });
}

/** Says what nobody has shown about a suite; `null` if its tasks are proven. */
export function doubtOf(check: SuiteVerdict | null, suite: string): string | null {
  if (check === 'proven') return null;
  if (check === 'faulty')
    return `This suite is faulty, so that its tasks may not tell good work from bad: "assay check-suite ${suite}" says why, without a model.`;
  if (check === 'partly-proven' || check === 'unproven')
    return `No grader that needs no model was seen to fail wrong work in ${check === 'unproven' ? 'the' : 'some'} tasks of this suite, so that nobody has shown that they tell good work from bad. One that looks at what the work has to say or leave can show it.`;
  return `Nobody has shown that the tasks of this suite tell good work from bad: "assay check-suite ${suite}" tries, without a model.`;
}
