import type { Sha256 } from '../contracts/identifiers.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { SealedPart } from '../contracts/seal.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { BlobState } from './blobs.ts';
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

/** As the disk has it: nothing is parsed, since anything may have been changed. */
export type SealedRun = { seal: string | null; scorecard: string | null; parts: SealedPart[] };

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
  /** Whether some of that evidence is lost, told without reading what the rest of it says. */
  hasLostEvidence(plan: RunPlan): Promise<boolean>;
  kept(digest: Sha256): Uint8Array;
  /** What `kept` would find. */
  stateOf(digest: Sha256): BlobState;
  /** What a seal is held against. Throws `RUN_UNKNOWN`. */
  loadSealed(runId: string): Promise<SealedRun>;
  /** What the last attempts of a run name by digest. */
  listBlobs(runId: string): Promise<SealedPart[]>;
}

/** Every write is whole or not there. */
export interface RunStore extends RunReader {
  /** Throws `RUN_BUSY` while another process has it. */
  claimRun(runId: string): Disposable;
  createRun(plan: RunPlan): Promise<void>;
  /** Goes on by this plan, in the place of the one before: nothing of the run is published any longer. */
  reopenRun(plan: RunPlan): Promise<void>;
  /** From then on the record, and all that it names by digest, outlasts a loss of power. */
  saveTrial(record: TrialRecord): Promise<void>;
  setStatus(runId: string, status: RunStatus): Promise<void>;
  publish(scorecard: Scorecard, seal: string): Promise<void>;
  /** Content that a record will name by its digest. */
  keep(content: Uint8Array): Sha256;
}
