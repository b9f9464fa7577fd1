import type { MatrixId, Sha256 } from '../contracts/identifiers.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { SealedPart } from '../contracts/seal.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { BlobState } from './blobs.ts';
import type { RunStatus } from './database.ts';

/** A run of a matrix waits while the process that is to run it is busy with another one. */
export type RunStanding = RunStatus | 'waiting';

/**
 * `status` is the actual one: a run whose process is gone was interrupted, whether or not it could record
 * that.
 */
export type RunSummary = {
  runId: string;
  plan: RunPlan;
  status: RunStanding;
  recorded: number;
  scorecard: Scorecard | null;
};

/** A run of which a stored part is damaged or from another version. */
export type UnreadableRun = { runId: string; createdAt: string; unreadable: string };

export type ListedRun = RunSummary | UnreadableRun;

/** A run as the disk has it: nothing is parsed, because anything may have been changed. */
export type SealedRun = { seal: string | null; scorecard: string | null; parts: SealedPart[] };

/** Reads recorded runs. */
export interface RunReader extends AsyncDisposable {
  /** Throws `RUN_UNKNOWN`, naming the newest existing runs. */
  loadRun(runId: string): Promise<RunSummary>;
  /** Lists the newest run first. An unreadable run is listed as such and does not affect the others. */
  listRuns(): Promise<ListedRun[]>;
  /** Lists the ids of a suite's runs, newest first, and reads nothing else of them. */
  runsOf(suiteId: string): Promise<string[]>;
  /**
   * The last attempt at every trial of the plan. An attempt whose evidence is lost is returned as a fault.
   */
  loadRecords(plan: RunPlan): Promise<TrialRecord[]>;
  /** Whether some of that evidence is lost, without parsing the rest. */
  hasLostEvidence(plan: RunPlan): Promise<boolean>;
  kept(digest: Sha256): Promise<Uint8Array>;
  /** The state of the blob that `kept` would read. */
  stateOf(digest: Sha256): Promise<BlobState>;
  /** The parts to compare with a seal. Throws `RUN_UNKNOWN`. */
  loadSealed(runId: string): Promise<SealedRun>;
  /** Throws `RUN_UNKNOWN`. */
  loadMatrix(matrixId: MatrixId): Promise<MatrixPlan>;
  /** The blobs that the last attempts of a run name by digest. */
  listBlobs(runId: string): Promise<SealedPart[]>;
}

/** Every write is atomic. */
export interface RunStore extends RunReader {
  /** Throws `RUN_BUSY` while another process has claimed the run, or the matrix. */
  claimRun(runId: string): Disposable;
  createRun(plan: RunPlan): Promise<void>;
  /** Stores the plan of a matrix, and those of all its runs. */
  createMatrix(matrix: MatrixPlan, plans: readonly RunPlan[]): Promise<void>;
  setMatrixBudget(matrix: MatrixPlan): Promise<void>;
  /** Continues by this plan, which replaces the earlier one; nothing of the run is published any longer. */
  reopenRun(plan: RunPlan): Promise<void>;
  /** Once this resolves, the record and all blobs that it names survive a loss of power. */
  saveTrial(record: TrialRecord): Promise<void>;
  setStatus(runId: string, status: RunStatus): Promise<void>;
  publish(scorecard: Scorecard, seal: string): Promise<void>;
  /**
   * Throws if the plan and the records of a run are no longer what this process saved, or found as it reopened the run:
   * they would be scored and sealed as if they had been measured.
   */
  requireUnchanged(runId: string): Promise<void>;
  /** Stores content that a record will name by its digest. */
  keep(content: Uint8Array): Promise<Sha256>;
}
