import type { Scorecard } from '../contracts/scorecard.ts';
import type { RunSummary } from '../store/run-store.ts';
import { openRunStore } from '../store/sqlite-run-store.ts';
import { buildScorecard, type GradedTrial, gradeTrials } from './build-scorecard.ts';

/** The newest first. */
export async function listRuns(resultsDir: string): Promise<RunSummary[]> {
  await using store = await openRunStore(resultsDir);
  return await store.listRuns();
}

export type ShownRun = { run: RunSummary; trials: readonly GradedTrial[] };

/** Every trial of a run with its record and grade, in the order of the plan. */
export async function showRun(resultsDir: string, runId: string): Promise<ShownRun> {
  await using store = await openRunStore(resultsDir);
  const run = await store.loadRun(runId);
  const graded = gradeTrials(run.plan, await store.loadRecords(runId));
  const order = new Map(run.plan.trials.map(({ id }, index) => [id, index]));
  const position = ({ trial }: GradedTrial) => order.get(trial.id) ?? order.size;
  return { run, trials: graded.toSorted((a, b) => position(a) - position(b)) };
}

/** The scorecard of a run as far as it came. */
export async function scorecardOf(resultsDir: string, runId: string): Promise<Scorecard> {
  await using store = await openRunStore(resultsDir);
  const { plan, scorecard } = await store.loadRun(runId);
  return scorecard ?? buildScorecard(plan, await store.loadRecords(runId), plan.parameters);
}
