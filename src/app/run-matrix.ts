import { AssayError, messageOf } from '../base/assay-error.ts';
import type { DryRun, MatrixDryRun } from '../contracts/dry-run.ts';
import type { MatrixRun, MatrixSummary } from '../contracts/matrix.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { nameSetup } from '../report/facts/agent-facts.ts';
import { endsRun } from '../runner/fault.ts';
import { totalOf } from '../scorecard/total-of-dry-runs.ts';
import { openResults } from '../store/open-results.ts';
import { seedFor } from './cassette-choice.ts';
import { type Combination, requireOwnProvider } from './combinations.ts';
import { dryRun } from './dry-run.ts';
import { publishMatrix } from './publish-matrix.ts';
import { resumeRun } from './resume-run.ts';
import { resumeHint } from './run-budget.ts';
import type { SuiteRunOptions } from './run-choices.ts';
import type { RunObserver } from './run-observer.ts';
import { planSuite } from './run-suite.ts';
import { noteConsent } from './secret-consent.ts';

/** The options that all runs of a matrix have in common. */
export type MatrixOptions = Omit<SuiteRunOptions, 'agent' | 'model'> & {
  combinations: readonly Combination[];
};

/** A run of a matrix that has ended: with a scorecard, or with what kept it from one. */
export type EndedRun = { plan: RunPlan } & ({ scorecard: Scorecard } | { error: unknown });

/** `page` is the path of the summary's page. */
export type Matrix = { summary: MatrixSummary; page: string; ended: readonly EndedRun[] };

/**
 * Runs the same trials in the same order with one agent and model after the other. All runs are planned before the first of
 * them starts, so that what cannot be run is refused before anything is spent, and each can be resumed by itself.
 */
export async function runMatrix(
  options: MatrixOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Matrix> {
  const plans = await planMatrix(options, { ...observer, say: sayingOnce(observer.say) }, signal);
  const [first] = plans;
  if (first === undefined) throw new AssayError('USAGE', 'Name an agent and a model.');
  await createRuns(plans, options);
  const ended: EndedRun[] = [];
  for (const plan of plans) {
    observer.say(`Run ${ended.length + 1} of ${plans.length}: ${nameSetup(plan.setup)}.`);
    try {
      const run = { ...options, runId: plan.runId, budget: undefined };
      ended.push({ plan, scorecard: await resumeRun(run, observer, signal) });
    } catch (error) {
      if (signal.aborted || endsRun(error)) {
        for (const line of howToGoOn(plans, ended)) observer.say(line);
        throw error;
      }
      observer.say(messageOf(error));
      ended.push({ plan, error });
    }
  }
  const summary = summaryOf(first, ended);
  return { summary, page: publishMatrix(summary, options.resultsDir), ended };
}

/** Says what `runMatrix` would do and cost, run by run. */
export async function dryRunMatrix(options: MatrixOptions, signal?: AbortSignal): Promise<MatrixDryRun> {
  const runs: DryRun[] = [];
  for (const one of runsOf(options)) runs.push(await dryRun(one, signal));
  return { format: 'assay/matrix-dry-run@1', runs, total: totalOf(runs) };
}

async function planMatrix(
  options: MatrixOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<RunPlan[]> {
  const plans: RunPlan[] = [];
  for (const one of runsOf(options)) plans.push(await planSuite(one, observer, signal));
  requireSameTrials(plans);
  return plans;
}

/** The options of each run, all with one seed: it decides the order of the trials. */
function runsOf({ combinations, ...options }: MatrixOptions): SuiteRunOptions[] {
  requireNoCassettes(options);
  for (const combination of combinations) requireOwnProvider(combination);
  const seed = seedFor(null, options.seed);
  return combinations.map(({ agent, model }) => ({ ...options, agent, model, seed }));
}

function requireNoCassettes({ cassettes: { record, replay } = {} }: Pick<MatrixOptions, 'cassettes'>): void {
  if (record === undefined && replay === undefined) return;
  const option = record === undefined ? '--replay' : '--record';
  throw new AssayError('USAGE', `${option} is for one agent with one model: give each its own folder.`);
}

/** A skill that is fetched for each plan may have changed between two of them. */
function requireSameTrials(plans: readonly RunPlan[]): void {
  const contents = plans.map(({ skill, suiteDigest }) => `${skill.digest} ${suiteDigest}`);
  if (new Set(contents).size <= 1) return;
  throw new AssayError(
    'RUN_MISMATCH',
    'The skill or the suite changed while the runs were planned. Start again.',
  );
}

async function createRuns(plans: readonly RunPlan[], { resultsDir }: MatrixOptions): Promise<void> {
  await using store = await openResults(resultsDir, 'writing');
  for (const plan of plans) {
    noteConsent(plan);
    await store.createRun(plan);
  }
}

/** Several plans have the same to say about their skill and their suite. */
function sayingOnce(say: RunObserver['say']): RunObserver['say'] {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}

/** What is done of a matrix that was stopped, and what the rest needs. */
function howToGoOn(plans: readonly RunPlan[], ended: readonly EndedRun[]): string[] {
  return plans.map(({ runId, setup }, index) => {
    const one = ended[index];
    const name = nameSetup(setup);
    return one !== undefined && 'scorecard' in one
      ? `Done: run ${runId}, ${name}.`
      : `Not done: run ${runId}, ${name}. ${resumeHint(runId)}`;
  });
}

function summaryOf(
  { suite, skill, seed, repeats, leftOut }: RunPlan,
  ended: readonly EndedRun[],
): MatrixSummary {
  const { name, description, source, digest } = skill;
  return {
    format: 'assay/matrix@1',
    suite: { id: suite.id, title: suite.title },
    skill: { name, description, source, digest },
    ...{ seed, repeats, leftOut, runs: ended.map(runOf) },
  };
}

function runOf({ plan: { runId, setup }, ...ending }: EndedRun): MatrixRun {
  if ('error' in ending)
    return { runId, setup, problem: `${messageOf(ending.error)} ${resumeHint(runId)}`, result: null };
  const { trials, scores, standing, budgetReached, comparison, cost, rootDigest } = ending.scorecard;
  const { utility, security, status } = scores;
  const { meanTokens, meanSeconds } = comparison;
  return {
    ...{ runId, setup, problem: null },
    result: {
      ...{ trials, scores: { utility, security, status }, standing, budgetReached },
      ...{ meanTokens, meanSeconds, cost, rootDigest },
      page: `${runId}/scorecard.html`,
    },
  };
}
