import type { Sha256 } from '../contracts/identifiers.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { RunStatus } from './database.ts';

/** `status` is what holds now: a run whose process is gone was interrupted, whether it could say so or not. */
export type RunSummary = {
  runId: string;
  plan: RunPlan;
  status: RunStatus;
  recorded: number;
  scorecard: Scorecard | null;
};

/** A run of which a stored part was damaged, or is of another version. */
export type UnreadableRun = { runId: string; createdAt: string; unreadable: string };

export type ListedRun = RunSummary | UnreadableRun;

/** What is kept of runs, to be read. */
export interface RunReader extends AsyncDisposable {
  /** Throws `RUN_UNKNOWN`, naming the newest runs there are. */
  loadRun(runId: string): Promise<RunSummary>;
  /** The newest first. One that cannot be read says so and keeps none of the others back. */
  listRuns(): Promise<ListedRun[]>;
  /** Ids of the runs of a suite, the newest first; nothing else of them is read. */
  runsOf(suiteId: string): Promise<string[]>;
  /** The last attempt at every trial of the plan. One whose evidence is lost is a fault that says so. */
  loadRecords(plan: RunPlan): Promise<TrialRecord[]>;
  kept(digest: Sha256): Uint8Array;
}

/** Every write is whole or not there. */
export interface RunStore extends RunReader {
  /** Throws `RUN_BUSY` while another process has it. */
  claimRun(runId: string): Disposable;
  createRun(plan: RunPlan): Promise<void>;
  /** In the place of what it was planned with. */
  savePlan(plan: RunPlan): Promise<void>;
  /** From then on the record, and all that it names by digest, outlasts a loss of power. */
  saveTrial(record: TrialRecord): Promise<void>;
  setStatus(runId: string, status: RunStatus): Promise<void>;
  saveScorecard(scorecard: Scorecard): Promise<void>;
  /** Content that a record will name by its digest. */
  keep(content: Uint8Array): Sha256;
}
