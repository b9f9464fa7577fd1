import { AssayError } from '../base/assay-error.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { WireExchange } from '../contracts/wire-log.ts';
import { readWireLog } from '../gateway/wire-log/read-wire-log.ts';
import { isEvidenceLost } from '../runner/is-evidence-lost.ts';
import type { ListedRun, RunSummary } from '../store/run-store.ts';
import { openRunReader } from '../store/sqlite-run-reader.ts';
import { buildScorecard } from './build-scorecard.ts';
import { type GradedTrial, gradeTrials } from './grade-trials.ts';
import { howToGoOn, resumeHint } from './run-budget.ts';

/** The newest first, with those that cannot be read. */
export async function listRuns(resultsDir: string): Promise<ListedRun[]> {
  await using store = await openRunReader(resultsDir);
  return await store.listRuns();
}

export type ShownRun = { run: RunSummary; trials: readonly GradedTrial[] };

/** Every trial of a run with its record and grade, in the order of the plan. */
export async function showRun(resultsDir: string, runId: string): Promise<ShownRun> {
  await using store = await openRunReader(resultsDir);
  const run = await store.loadRun(runId);
  const graded = gradeTrials(run.plan, await store.loadRecords(run.plan));
  const order = new Map(run.plan.trials.map(({ id }, index) => [id, index]));
  const position = ({ trial }: GradedTrial) => order.get(trial.id) ?? order.size;
  return { run, trials: graded.toSorted((a, b) => position(a) - position(b)) };
}

/** What somebody who looks at a run should know of its end; `null` where it has been reached. */
export function describeStanding({ plan, status, recorded, scorecard }: RunSummary): string | null {
  if (status === 'finished') return null;
  const extent = `${recorded} of ${plan.trials.length} trials are recorded`;
  if (status === 'running') return `Run ${plan.runId} is under way: ${extent}.`;
  const reached = scorecard === null ? null : howToGoOn(scorecard);
  return reached ?? `Run ${plan.runId} was interrupted: ${extent}. ${resumeHint(plan.runId)}`;
}

export function trialOf({ run, trials }: ShownRun, id: string): GradedTrial {
  const found = trials.find(({ trial }) => trial.id === id);
  if (found !== undefined) return found;
  const known = trials.map(({ trial }) => trial.id).join(', ');
  throw new AssayError(
    'USAGE',
    `Run ${run.plan.runId} has no recorded trial "${id}". It has: ${known || 'none yet'}.`,
  );
}

/** What went over the wire in one trial. */
export async function wireOf(resultsDir: string, runId: string, trialId: string): Promise<WireExchange[]> {
  const { record } = trialOf(await showRun(resultsDir, runId), trialId);
  const wireLog = record.result.status === 'measured' ? record.result.evidence.wireLog : null;
  if (wireLog === null) throw new AssayError('FILE_NOT_FOUND', noWire(record));
  await using store = await openRunReader(resultsDir);
  return readWireLog(store.kept(wireLog.digest));
}

function noWire({ trial: { id }, result }: TrialRecord): string {
  const reason =
    result.status === 'faulted'
      ? 'it was not measured'
      : 'it was recorded before Assay kept one, which only a new run changes';
  return `There is no raw wire of ${id}: ${reason}.`;
}

/** The scorecard of a run as far as it came. What evidence no longer bears out is not shown as it was published. */
export async function scorecardOf(resultsDir: string, runId: string): Promise<Scorecard> {
  return (await runWithScorecard(resultsDir, runId)).scorecard;
}

export async function runWithScorecard(
  resultsDir: string,
  runId: string,
): Promise<{ run: RunSummary; scorecard: Scorecard }> {
  await using store = await openRunReader(resultsDir);
  const run = await store.loadRun(runId);
  const { plan, scorecard } = run;
  const records = await store.loadRecords(plan);
  const isBorneOut = scorecard !== null && !records.some(isEvidenceLost);
  return { run, scorecard: isBorneOut ? scorecard : buildScorecard(plan, records, plan.parameters) };
}
