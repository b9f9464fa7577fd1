import { AssayError } from '../base/assay-error.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { continueRun, planOf, type ResumeOptions } from './continue-run.ts';
import { resumeMatrix } from './resume-matrix.ts';
import { moreForAll } from './run-budget.ts';
import type { RunObserver } from './run-observer.ts';

/** Finishes a run. If it is part of a matrix, no other run of that goes on, and what this one may use is shared as before. */
export async function resumeRun(
  options: ResumeOptions,
  observer: RunObserver,
  signal: AbortSignal,
): Promise<Scorecard> {
  const { runId, ...shared } = options;
  const { matrix: matrixId } = await planOf(options.resultsDir, runId);
  if (matrixId === undefined) return await continueRun(options, observer, signal);
  const { ended } = await resumeMatrix({ ...shared, matrixId, only: runId }, observer, signal);
  const one = ended.find(({ plan }) => plan.runId === runId);
  if (one?.end === 'scored') return one.scorecard;
  if (one?.end === 'unpaid') throw new AssayError('USAGE', moreForAll(one.reached, matrixId));
  throw one?.end === 'failed' ? one.error : new AssayError('RUN_UNKNOWN', `${matrixId} has no run ${runId}.`);
}
