import { AssayError, messageOf } from '../base/assay-error.ts';
import { describeBudget } from '../contracts/budget.ts';
import { MatrixId } from '../contracts/identifiers.ts';
import type { MatrixSummary } from '../contracts/matrix.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import { nameSetup } from '../report/facts/agent-facts.ts';
import { endsRun } from '../runner/fault.ts';
import { openResults } from '../store/open-results.ts';
import type { RunReader, RunStore, RunSummary } from '../store/run-store.ts';
import { continueRun, type ResumeOptions } from './continue-run.ts';
import { reachedByAll, shareOf } from './matrix-budget.ts';
import { trackMatrix } from './matrix-progress.ts';
import { type EndedRun, summaryOf } from './matrix-summary.ts';
import { publishMatrix } from './publish-matrix.ts';
import { runBudget } from './run-budget.ts';
import type { RunObserver } from './run-observer.ts';
import { borneOut } from './stored-runs.ts';

/** `only` is the id of the run that is to go on, if the others are not to. */
export type MatrixResumeOptions = Omit<ResumeOptions, 'runId'> & { matrixId: string; only?: string };

/** `page` is the path of the summary's page. */
export type Matrix = { summary: MatrixSummary; page: string; ended: readonly EndedRun[] };

/**
 * Runs what is left of a matrix, one run after the other, and publishes a summary of all. An error that every further run
 * would hit too ends the matrix; any other one is of its run alone.
 */
export async function resumeMatrix(
  options: MatrixResumeOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Matrix> {
  const { resultsDir, budget = {}, only } = options;
  const { matrixId } = await matrixOf(options);
  await using store = await openResults(resultsDir, 'writing');
  using _claim = store.claimRun(matrixId);
  const planned = await store.loadMatrix(matrixId);
  const matrix = { ...planned, budget: runBudget(budget, planned.budget) };
  await store.setMatrixBudget(matrix);
  const runs = await runsOf(matrix, store);
  const goesOn = (run: RunSummary) => (only === undefined ? isUnfinished(run) : run.runId === only);
  for (const { runId } of runs.filter(goesOn)) await store.setStatus(runId, 'running');
  const begin = trackMatrix(runs, observer.progress);
  const ended: EndedRun[] = [];
  try {
    for (const run of runs) {
      const { runId, plan } = run;
      if (goesOn(run)) {
        observer.say(`Run ${ended.length + 1} of ${runs.length}: ${nameSetup(plan.setup)}.`);
        const own = { ...observer, progress: begin(runId) };
        ended.push(await continueOne({ plan, matrix, store }, options, own, signal));
      } else ended.push(endOf(run));
    }
  } catch (error) {
    for (const line of whatIsDone(matrix, runs, ended)) observer.say(line);
    throw error;
  }
  const budgetReached = await reachedByAll(matrix, ended, store);
  const summary = summaryOf({ matrix, ended, budgetReached });
  return { summary, page: publishMatrix(summary, resultsDir), ended };
}

/** Opens the store for reading only, so that nothing is created if there is no such matrix. */
async function matrixOf({ resultsDir, matrixId }: MatrixResumeOptions): Promise<MatrixPlan> {
  await using reader = await openResults(resultsDir, 'reading');
  const id = MatrixId.safeParse(matrixId);
  if (id.success) return await reader.loadMatrix(id.data);
  throw new AssayError('RUN_UNKNOWN', `${JSON.stringify(matrixId)} is no id of a matrix. See "assay runs".`);
}

async function runsOf({ matrixId, runs }: MatrixPlan, reader: RunReader): Promise<RunSummary[]> {
  const found: RunSummary[] = [];
  for (const runId of runs) found.push(await borneOut(await reader.loadRun(runId), reader));
  const other = found.find(({ plan }) => plan.matrix !== matrixId);
  if (other === undefined) return found;
  throw new AssayError(
    'RUN_MISMATCH',
    `${matrixId} names run ${other.runId}, which is not part of it. Start again.`,
  );
}

/** A finished run may still have trials that a fault kept from being measured, and that a resume tries again. */
function isUnfinished({ status, scorecard }: RunSummary): boolean {
  return status !== 'finished' || scorecard === null || scorecard.trials.ungraded > 0;
}

function endOf({ plan, scorecard }: RunSummary): EndedRun {
  return scorecard === null ? { plan, end: 'left' } : { plan, end: 'scored', scorecard };
}

type One = { plan: RunSummary['plan']; matrix: MatrixPlan; store: RunStore };

async function continueOne(
  { plan, matrix, store }: One,
  { resultsDir, access, secrets }: MatrixResumeOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<EndedRun> {
  const { runId } = plan;
  const share = await shareOf(runId, matrix, store);
  if (share.status === 'used-up') {
    observer.say(`Nothing of it is run: ${describeBudget(share.reached)} is used up.`);
    await store.setStatus(runId, 'interrupted');
    return { plan, end: 'unpaid', reached: share.reached };
  }
  try {
    const options = { resultsDir, runId, access, secrets, budget: share.budget };
    return { plan, end: 'scored', scorecard: await continueRun(options, observer, signal) };
  } catch (error) {
    await store.setStatus(runId, 'interrupted');
    if (signal.aborted || endsRun(error)) throw error;
    observer.say(messageOf(error));
    return { plan, end: 'failed', error };
  }
}

/** What is done of a matrix that was stopped, and how the rest goes on. */
function whatIsDone(
  { matrixId }: MatrixPlan,
  runs: readonly RunSummary[],
  ended: readonly EndedRun[],
): string[] {
  const lines = runs.map(({ runId, plan }, index) => {
    const isDone = ended[index]?.end === 'scored';
    return `${isDone ? 'Done' : 'Not done'}: run ${runId}, ${nameSetup(plan.setup)}.`;
  });
  return [...lines, `Resume what is not done with: assay run --resume ${matrixId}`];
}
