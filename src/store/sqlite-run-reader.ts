import { type Kysely, type Selectable, sql } from 'kysely';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { parseStored } from '../base/parse-stored.ts';
import type { MatrixId, Sha256 } from '../contracts/identifiers.ts';
import { MatrixPlan } from '../contracts/matrix-plan.ts';
import { type PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { Scorecard } from '../contracts/scorecard.ts';
import type { SealedPart } from '../contracts/seal.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { BlobFolder, type BlobState } from './blobs.ts';
import { isClaimed } from './claim-run.ts';
import { readDatabase, type Tables } from './database.ts';
import { isWholeRecord, type TrialRow, unpackRecord } from './packed-record.ts';
import type { ListedRun, RunReader, RunStanding, RunSummary, SealedRun, UnreadableRun } from './run-store.ts';
import { readStored } from './stored-format.ts';
import { blobParts, planParts, recordPart } from './stored-parts.ts';

export class SqliteRunReader implements RunReader {
  protected readonly resultsDir: string;
  protected readonly database: Kysely<Tables>;
  protected readonly blobs: BlobFolder;

  constructor(resultsDir: string, database: Kysely<Tables>) {
    this.resultsDir = resultsDir;
    this.database = database;
    this.blobs = new BlobFolder(resultsDir);
  }

  async loadRun(runId: string): Promise<RunSummary> {
    return await this.#summary(await this.#runRow(runId));
  }

  async listRuns(): Promise<ListedRun[]> {
    const rows = await this.database.selectFrom('runs').selectAll().orderBy('created_at', 'desc').execute();
    return await Promise.all(
      rows.map((row) => this.#summary(row).catch((error) => unreadableRun(row, error))),
    );
  }

  async runsOf(suiteId: string): Promise<string[]> {
    const rows = await this.database
      .selectFrom('runs')
      .select('id')
      .where(sql`case when json_valid(plan) then json_extract(plan, '$.suite.id') end`, '=', suiteId)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ id }) => id);
  }

  async loadRecords({ runId, trials }: RunPlan): Promise<TrialRecord[]> {
    const planned = new Map<string, PlannedTrial>(trials.map((trial) => [trial.id, trial]));
    const records: TrialRecord[] = [];
    for (const row of await this.#latestRows(runId)) {
      const trial = planned.get(row.trial_id);
      if (trial !== undefined) records.push(await unpackRecord(row, trial, this.blobs));
    }
    return records;
  }

  async hasLostEvidence({ runId, trials }: RunPlan): Promise<boolean> {
    const planned = new Set<string>(trials.map(({ id }) => id));
    for (const row of await this.#latestRows(runId))
      if (planned.has(row.trial_id) && !(await isWholeRecord(row, this.blobs))) return true;
    return false;
  }

  async kept(digest: Sha256): Promise<Uint8Array> {
    return await this.blobs.get(digest);
  }

  async stateOf(digest: Sha256): Promise<BlobState> {
    return await this.blobs.stateOf(digest);
  }

  async loadSealed(runId: string): Promise<SealedRun> {
    const { seal, scorecard, ...row } = await this.#runRow(runId);
    const rows = await this.#trialRows(runId);
    return { seal, scorecard, parts: [...planParts(row), ...rows.map(recordPart)] };
  }

  async loadMatrix(matrixId: MatrixId): Promise<MatrixPlan> {
    const row = await this.database
      .selectFrom('matrices')
      .select('plan')
      .where('id', '=', matrixId)
      .executeTakeFirst();
    if (row !== undefined)
      return readStored('matrix-plan', MatrixPlan, { text: row.plan, what: `plan of ${matrixId}` });
    const message = `There is no ${JSON.stringify(matrixId)} in ${this.resultsDir}. See "assay runs".`;
    throw new AssayError('RUN_UNKNOWN', message);
  }

  async listBlobs(runId: string): Promise<SealedPart[]> {
    const parts: SealedPart[] = [];
    for (const row of await this.#latestRows(runId)) parts.push(...(await blobParts(row, this.blobs)));
    return parts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.destroy();
  }

  async #runRow(runId: string): Promise<Selectable<Tables['runs']>> {
    const row = await this.database.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (row === undefined) throw await this.#unknownRun(runId);
    return row;
  }

  async #latestRows(runId: string): Promise<TrialRow[]> {
    const latest = new Map((await this.#trialRows(runId)).map((row) => [row.trial_id, row]));
    return [...latest.values()];
  }

  async #trialRows(runId: string): Promise<TrialRow[]> {
    return await this.database
      .selectFrom('trials')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('attempt')
      .orderBy('trial_id')
      .execute();
  }

  async #summary(row: Selectable<Tables['runs']>): Promise<RunSummary> {
    const { recorded } = await this.database
      .selectFrom('trials')
      .select(({ fn }) => fn.count<number>('trial_id').distinct().as('recorded'))
      .where('run_id', '=', row.id)
      .executeTakeFirstOrThrow();
    const { id: runId, scorecard } = row;
    const plan = readStored('plan', RunPlan, { text: row.plan, what: `plan of run ${runId}` });
    return {
      ...{ runId, recorded, plan },
      status: await this.#standingOf(row, plan),
      scorecard: scorecard === null ? null : parseStored(Scorecard, scorecard, `scorecard of run ${runId}`),
    };
  }

  /**
   * A run that is marked as running but claimed by no process was interrupted without being able to record
   * that, or waits for a process that works on another run of its matrix.
   */
  async #standingOf(
    { id, status }: Pick<Tables['runs'], 'id' | 'status'>,
    { matrix }: RunPlan,
  ): Promise<RunStanding> {
    if (status !== 'running' || isClaimed(this.resultsDir, id)) return status;
    // The run may have ended between reading its row and checking its claim.
    const database = await readDatabase(this.resultsDir);
    const query = database.selectFrom('runs').select('status').where('id', '=', id);
    const { status: latest } = await query.executeTakeFirstOrThrow().finally(() => database.destroy());
    if (latest !== 'running') return latest;
    return matrix !== undefined && isClaimed(this.resultsDir, matrix) ? 'waiting' : 'interrupted';
  }

  async #unknownRun(runId: string): Promise<AssayError> {
    const rows = await this.database
      .selectFrom('runs')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(3)
      .execute();
    const known =
      rows.length === 0 ? 'There is none yet.' : `The newest: ${rows.map(({ id }) => id).join(', ')}.`;
    return new AssayError(
      'RUN_UNKNOWN',
      `There is no run ${JSON.stringify(runId)} in ${this.resultsDir}. ${known} See "assay runs".`,
    );
  }
}

/** Damage to the row of a run affects this run alone. */
function unreadableRun({ id, created_at }: Selectable<Tables['runs']>, error: unknown): UnreadableRun {
  return { runId: id, createdAt: created_at, unreadable: messageOf(error) };
}
