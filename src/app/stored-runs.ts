import { AssayError } from '../base/assay-error.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { WireExchange } from '../contracts/wire-log.ts';
import { showCount } from '../report/facts/amounts.ts';
import { buildScorecard } from '../scorecard/build-scorecard.ts';
import { type GradedTrial, gradeTrials } from '../scorecard/grade-trials.ts';
import { isEvidenceLost } from '../scorecard/is-evidence-lost.ts';
import { openResults } from '../store/open-results.ts';
import type { ListedRun, RunReader, RunSummary } from '../store/run-store.ts';
import { readWireLog } from '../traffic/wire-log/read-wire-log.ts';
import { howToGoOn, resumeHint } from './run-budget.ts';

/**
 * Lists runs, newest first, including unreadable ones. A scorecard shows only what the evidence still
 * supports.
 */
export async function listRuns(resultsDir: string): Promise<ListedRun[]> {
  await using store = await openResults(resultsDir, 'reading');
  const listed: ListedRun[] = [];
  for (const run of await store.listRuns())
    listed.push('unreadable' in run ? run : await borneOut(run, store));
  return listed;
}

/**
 * A run whose scorecard shows only what the evidence still supports. Most runs have lost none, which can be checked without
 * grading them again.
 */
export async function borneOut(run: RunSummary, store: RunReader): Promise<RunSummary> {
  const { plan, scorecard } = run;
  if (scorecard === null || !(await store.hasLostEvidence(plan))) return run;
  return { ...run, scorecard: buildScorecard(plan, await store.loadRecords(plan), plan.parameters) };
}

export type ShownRun = { run: RunSummary; scorecard: Scorecard; trials: readonly GradedTrial[] };

/** Every trial of a run with its record and grade, in the order of the plan. */
export async function showRun(resultsDir: string, runId: string): Promise<ShownRun> {
  const { run, scorecard, records } = await readRun(resultsDir, runId);
  const graded = gradeTrials(run.plan, records);
  const order = new Map(run.plan.trials.map(({ id }, index) => [id, index]));
  const position = ({ trial }: GradedTrial) => order.get(trial.id) ?? order.size;
  return { run, scorecard, trials: graded.toSorted((a, b) => position(a) - position(b)) };
}

/** Says how far an unfinished run has got and how to go on; `null` for a finished run. */
export function describeStanding({ plan, status, recorded, scorecard }: RunSummary): string | null {
  if (status === 'finished') return null;
  const extent = `${recorded} of ${showCount(plan.trials.length, 'trial')} recorded`;
  if (status === 'running') return `Run ${plan.runId} is under way: ${extent}.`;
  if (status === 'waiting') return `Run ${plan.runId} waits for its turn in ${plan.matrix}: ${extent}.`;
  const reached = scorecard === null ? null : howToGoOn(scorecard);
  return reached ?? `Run ${plan.runId} was interrupted: ${extent}. ${resumeHint(plan)}`;
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

/** The exchanges with models in one trial, as they went over the wire. */
export async function wireOf(resultsDir: string, runId: string, trialId: string): Promise<WireExchange[]> {
  const { record } = trialOf(await showRun(resultsDir, runId), trialId);
  const wireLog = record.result.status === 'measured' ? record.result.evidence.wireLog : null;
  if (wireLog === null) throw new AssayError('FILE_NOT_FOUND', noWire(record));
  await using store = await openResults(resultsDir, 'reading');
  return readWireLog(await store.kept(wireLog.digest));
}

function noWire({ trial: { id }, result }: TrialRecord): string {
  const reason =
    result.status === 'faulted'
      ? 'it was not measured'
      : 'it was recorded before Assay kept one, which only a new run changes';
  return `There is no raw wire of ${id}: ${reason}.`;
}

/**
 * The scorecard of a run so far. A published scorecard is not shown if the evidence no longer supports it.
 */
export async function scorecardOf(resultsDir: string, runId: string): Promise<Scorecard> {
  return (await readRun(resultsDir, runId)).scorecard;
}

/** A run with its records, and its scorecard as far as the records support it. */
export async function readRun(
  resultsDir: string,
  runId: string,
): Promise<{ run: RunSummary; scorecard: Scorecard; records: readonly TrialRecord[] }> {
  await using store = await openResults(resultsDir, 'reading');
  const run = await store.loadRun(runId);
  const { plan, scorecard } = run;
  const records = await store.loadRecords(plan);
  const isBorneOut = scorecard !== null && !records.some(isEvidenceLost);
  return {
    run,
    scorecard: isBorneOut ? scorecard : buildScorecard(plan, records, plan.parameters),
    records,
  };
}
