import type { Kysely, Selectable } from 'kysely';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import { parseStored } from '../base/parse-stored.ts';
import { Evidence } from '../contracts/evidence.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import { RunPlan } from '../contracts/plan.ts';
import { Scorecard } from '../contracts/scorecard.ts';
import { PackedTrialRecord, type TrialRecord } from '../contracts/trial-record.ts';
import { BlobFolder } from './blobs.ts';
import { claimRun } from './claim-run.ts';
import { openDatabase, type RunStatus, type Tables, type WhereMissing } from './database.ts';
import type { ListedRun, RunStore, RunSummary, UnreadableRun } from './run-store.ts';

/** The store of a results folder: `assay.db` for what is listed and joined, `blobs/` for evidence. */
export async function openRunStore(
  resultsDir: string,
  whereMissing: WhereMissing = 'create',
): Promise<RunStore> {
  return new SqliteRunStore(resultsDir, await openDatabase(resultsDir, whereMissing));
}

class SqliteRunStore implements RunStore {
  readonly #resultsDir: string;
  readonly #database: Kysely<Tables>;
  readonly #blobs: BlobFolder;

  constructor(resultsDir: string, database: Kysely<Tables>) {
    this.#resultsDir = resultsDir;
    this.#database = database;
    this.#blobs = new BlobFolder(resultsDir);
  }

  claimRun(runId: string): Disposable {
    return claimRun(this.#resultsDir, runId);
  }

  async createRun(plan: RunPlan): Promise<void> {
    const row = { id: plan.runId, created_at: plan.createdAt, plan: canonicalJson(plan) };
    const values = { ...row, status: 'running' as const, scorecard: null };
    await written(this.#database.insertInto('runs').values(values).execute());
  }

  async savePlan(plan: RunPlan): Promise<void> {
    const values = { plan: canonicalJson(plan) };
    await written(this.#database.updateTable('runs').set(values).where('id', '=', plan.runId).execute());
  }

  async saveTrial(record: TrialRecord): Promise<void> {
    const values = {
      run_id: record.runId,
      trial_id: record.trial.id,
      attempt: record.attempt,
      ended_at: record.endedAt,
      status: record.result.status,
      record: this.#pack(record),
    };
    await written(this.#database.insertInto('trials').values(values).execute());
  }

  async setStatus(runId: string, status: RunStatus): Promise<void> {
    await written(this.#database.updateTable('runs').set({ status }).where('id', '=', runId).execute());
  }

  async saveScorecard(scorecard: Scorecard): Promise<void> {
    const values = { scorecard: canonicalJson(scorecard) };
    await written(this.#database.updateTable('runs').set(values).where('id', '=', scorecard.runId).execute());
  }

  async loadRun(runId: string): Promise<RunSummary> {
    const row = await this.#database
      .selectFrom('runs')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirst();
    if (row === undefined) throw await this.#unknownRun(runId);
    return await this.#summary(row);
  }

  async listRuns(): Promise<ListedRun[]> {
    const rows = await this.#database.selectFrom('runs').selectAll().orderBy('created_at', 'desc').execute();
    return await Promise.all(
      rows.map((row) => this.#summary(row).catch((error) => unreadableRun(row, error))),
    );
  }

  async loadRecords(runId: string): Promise<TrialRecord[]> {
    const rows = await this.#database
      .selectFrom('trials')
      .select(['trial_id', 'record'])
      .where('run_id', '=', runId)
      .orderBy('attempt')
      .execute();
    const latest = new Map(rows.map((row) => [row.trial_id, row.record]));
    return [...latest].map(([trialId, packed]) => this.#unpack(packed, trialId));
  }

  keep(content: Uint8Array): Sha256 {
    return this.#blobs.put(content);
  }

  kept(digest: Sha256): Uint8Array {
    return this.#blobs.get(digest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.destroy();
  }

  /** Evidence goes to a blob and its digest into the row. */
  #pack(record: TrialRecord): string {
    const { result } = record;
    if (result.status === 'faulted') return canonicalJson(record);
    const evidence = this.#blobs.put(canonicalJson(result.evidence));
    return canonicalJson({ ...record, result: { ...result, evidence } });
  }

  #unpack(packed: string, trialId: string): TrialRecord {
    const record = parseStored(PackedTrialRecord, packed, `record of ${trialId}`);
    const { result } = record;
    if (result.status === 'faulted') return { ...record, result };
    const stored = this.#blobs.get(result.evidence).toString();
    const evidence = parseStored(Evidence, stored, `evidence of ${trialId}`);
    return { ...record, result: { ...result, evidence } };
  }

  async #summary(row: Selectable<Tables['runs']>): Promise<RunSummary> {
    const { recorded } = await this.#database
      .selectFrom('trials')
      .select(({ fn }) => fn.count<number>('trial_id').distinct().as('recorded'))
      .where('run_id', '=', row.id)
      .executeTakeFirstOrThrow();
    const { id: runId, status, scorecard } = row;
    return {
      ...{ runId, status, recorded },
      plan: parseStored(RunPlan, row.plan, `plan of run ${runId}`),
      scorecard: scorecard === null ? null : parseStored(Scorecard, scorecard, `scorecard of run ${runId}`),
    };
  }

  async #unknownRun(runId: string): Promise<AssayError> {
    const rows = await this.#database
      .selectFrom('runs')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(3)
      .execute();
    const known =
      rows.length === 0 ? 'There is none yet.' : `The newest: ${rows.map(({ id }) => id).join(', ')}.`;
    return new AssayError(
      'RUN_UNKNOWN',
      `There is no run ${JSON.stringify(runId)} in ${this.#resultsDir}. ${known} See "assay runs".`,
    );
  }
}

/** Whatever is wrong with its row is wrong with this run alone. */
function unreadableRun({ id, created_at }: Selectable<Tables['runs']>, error: unknown): UnreadableRun {
  return { runId: id, createdAt: created_at, unreadable: messageOf(error) };
}

/** A disk that is full ends a run: whatever it did from then on would be paid for and lost. */
async function written(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', `The results cannot be written: ${messageOf(cause)}.`, { cause });
  }
}
