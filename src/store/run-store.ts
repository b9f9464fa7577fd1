import type { Sha256 } from '../contracts/identifiers.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { RunStatus } from './database.ts';

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

/** What is kept of runs. Every write is whole or not there. */
export interface RunStore extends AsyncDisposable {
  /** Throws `RUN_BUSY` while another process has it. */
  claimRun(runId: string): Disposable;
  createRun(plan: RunPlan): Promise<void>;
  /** In the place of what it was planned with. */
  savePlan(plan: RunPlan): Promise<void>;
  saveTrial(record: TrialRecord): Promise<void>;
  setStatus(runId: string, status: RunStatus): Promise<void>;
  saveScorecard(scorecard: Scorecard): Promise<void>;
  /** Throws `RUN_UNKNOWN`, naming the newest runs there are. */
  loadRun(runId: string): Promise<RunSummary>;
  /** The newest first. One that cannot be read says so and keeps none of the others back. */
  listRuns(): Promise<ListedRun[]>;
  /** The last attempt of every trial. */
  loadRecords(runId: string): Promise<TrialRecord[]>;
  /** Content that a record names by its digest. */
  keep(content: Uint8Array): Sha256;
  kept(digest: Sha256): Uint8Array;
}
