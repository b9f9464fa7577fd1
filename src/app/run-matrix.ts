import { COMMAND_AGENT } from '../agents/programs/command-agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { RunBudget } from '../contracts/budget.ts';
import type { DryRun, MatrixDryRun } from '../contracts/dry-run.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { totalOf } from '../scorecard/total-of-dry-runs.ts';
import { openResults } from '../store/open-results.ts';
import { type Combination, requireOwnProvider } from './combinations.ts';
import { dryRun } from './dry-run.ts';
import { cassettesOf, seedOfMatrix } from './matrix-cassettes.ts';
import { type Matrix, resumeMatrix } from './resume-matrix.ts';
import { runBudget } from './run-budget.ts';
import type { SuiteRunOptions } from './run-choices.ts';
import { noteConsent } from './run-consent.ts';
import type { RunObserver } from './run-observer.ts';
import { planSuite } from './run-suite.ts';

/** The options that all runs of a matrix have in common. The budget is one for all of them together. */
export type MatrixOptions = Omit<SuiteRunOptions, 'agent' | 'model'> & {
  combinations: readonly Combination[];
};

/**
 * Runs the same trials in the same order with one agent and model after the other. All runs are planned before the first of
 * them starts, so that what cannot be run is refused before anything is spent.
 */
export async function runMatrix(
  options: MatrixOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Matrix> {
  const { resultsDir, access, secrets } = options;
  const plans = await planMatrix(options, { ...observer, say: sayingOnce(observer.say) }, signal);
  const { matrixId } = await createMatrix(plans, options);
  return await resumeMatrix({ resultsDir, matrixId, access, secrets }, observer, signal);
}

/** Says what `runMatrix` would do and cost, run by run. */
export async function dryRunMatrix(options: MatrixOptions, signal?: AbortSignal): Promise<MatrixDryRun> {
  const runs: DryRun[] = [];
  for (const one of runsOf(options)) runs.push(await dryRun(one, signal));
  return { format: 'assay/matrix-dry-run@1', runs, total: totalOf(runs, budgetOf(options)) };
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
  for (const combination of combinations) requireOwnProvider(combination);
  const seed = seedOfMatrix(combinations, options);
  return combinations.map(({ agent, model }) => {
    const cassettes = cassettesOf({ agent, model }, options.cassettes ?? {});
    const command = agent === COMMAND_AGENT ? options.command : undefined;
    return { ...options, agent, command, model, seed, cassettes };
  });
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

async function createMatrix(plans: readonly RunPlan[], options: MatrixOptions): Promise<MatrixPlan> {
  const [first] = plans;
  if (first === undefined) throw new AssayError('USAGE', 'Name an agent and a model.');
  const matrix: MatrixPlan = {
    matrixId: `matrix-${first.runId}`,
    createdAt: first.createdAt,
    runs: plans.map(({ runId }) => runId),
    budget: budgetOf(options),
  };
  const own = plans.map((plan) => ({ ...plan, matrix: matrix.matrixId }));
  for (const plan of own) noteConsent(plan);
  await using store = await openResults(options.resultsDir, 'writing');
  await store.createMatrix(matrix, own);
  return matrix;
}

function budgetOf({ budget = {} }: MatrixOptions): RunBudget {
  return runBudget(budget, RunBudget.parse({}));
}

/** Several plans have the same to say about their skill and their suite. */
function sayingOnce(say: RunObserver['say']): RunObserver['say'] {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}
