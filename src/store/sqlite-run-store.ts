import { AssayError, messageOf } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { SealedPart } from '../contracts/seal.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { claimRun } from './claim-run.ts';
import type { RunStatus } from './database.ts';
import { packRecord } from './packed-record.ts';
import type { RunStore } from './run-store.ts';
import { SqliteRunReader } from './sqlite-run-reader.ts';
import { withFormat } from './stored-format.ts';
import { planParts, recordPart } from './stored-parts.ts';

export class SqliteRunStore extends SqliteRunReader implements RunStore {
  /** What this process knows of the runs that it works on: the digest of each part by its name. */
  readonly #known = new Map<string, Map<string, Sha256>>();

  claimRun(runId: string): Disposable {
    return claimRun(this.resultsDir, runId);
  }

  async createRun(plan: RunPlan): Promise<void> {
    await written(this.database.insertInto('runs').values(rowOf(plan)).execute());
    this.#known.set(plan.runId, digestsOf(planParts(rowOf(plan))));
  }

  async createMatrix(matrix: MatrixPlan, plans: readonly RunPlan[]): Promise<void> {
    const { matrixId: id, createdAt: created_at } = matrix;
    const row = { id, created_at, plan: matrixJson(matrix) };
    await written(
      this.database.transaction().execute(async (all) => {
        await all.insertInto('matrices').values(row).execute();
        await all.insertInto('runs').values(plans.map(rowOf)).execute();
      }),
    );
  }

  async setMatrixBudget(matrix: MatrixPlan): Promise<void> {
    const values = { plan: matrixJson(matrix) };
    await written(
      this.database.updateTable('matrices').set(values).where('id', '=', matrix.matrixId).execute(),
    );
  }

  async reopenRun(plan: RunPlan): Promise<void> {
    const { parts } = await this.loadSealed(plan.runId);
    const values = { plan: canonicalJson(withFormat('plan', plan)), scorecard: null, seal: null };
    await written(this.database.updateTable('runs').set(values).where('id', '=', plan.runId).execute());
    const records = parts.filter(({ kind }) => kind === 'record');
    const planned = planParts({ plan: values.plan, created_at: plan.createdAt });
    this.#known.set(plan.runId, digestsOf([...planned, ...records]));
  }

  async saveTrial(record: TrialRecord): Promise<void> {
    const values = {
      run_id: record.runId,
      trial_id: record.trial.id,
      attempt: record.attempt,
      ended_at: record.endedAt,
      status: record.result.status,
      record: await packRecord(record, this.blobs),
    };
    await this.blobs.sync();
    await written(this.database.insertInto('trials').values(values).execute());
    const { name, digest } = recordPart(values);
    this.#known.get(record.runId)?.set(name, digest);
  }

  async requireUnchanged(runId: string): Promise<void> {
    const known = this.#known.get(runId) ?? new Map<string, Sha256>();
    const found = digestsOf((await this.loadSealed(runId)).parts);
    const names = new Set([...known.keys(), ...found.keys()]);
    const changed = [...names].filter((name) => known.get(name) !== found.get(name));
    if (changed.length === 0) return;
    throw new AssayError(
      'STORE_UNUSABLE',
      `Run ${runId} was changed in ${this.resultsDir} while it was under way: ${changed.join('; ')}. ` +
        'Something else writes there. Start a new run with another folder, with --results.',
    );
  }

  async setStatus(runId: string, status: RunStatus): Promise<void> {
    await written(this.database.updateTable('runs').set({ status }).where('id', '=', runId).execute());
  }

  async publish(scorecard: Scorecard, seal: string): Promise<void> {
    const values = { scorecard: canonicalJson(scorecard), seal };
    await written(this.database.updateTable('runs').set(values).where('id', '=', scorecard.runId).execute());
  }

  async keep(content: Uint8Array): Promise<Sha256> {
    return await this.blobs.put(content);
  }
}

function rowOf(plan: RunPlan) {
  return {
    id: plan.runId,
    created_at: plan.createdAt,
    status: 'running' as const,
    plan: canonicalJson(withFormat('plan', plan)),
    scorecard: null,
    seal: null,
  };
}

function matrixJson(matrix: MatrixPlan): string {
  return canonicalJson(withFormat('matrix-plan', matrix));
}

function digestsOf(parts: readonly SealedPart[]): Map<string, Sha256> {
  return new Map(parts.map(({ name, digest }) => [name, digest]));
}

/** A full disk ends a run, because everything after that would be paid for and lost. */
async function written(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', `The results cannot be written: ${messageOf(cause)}.`, { cause });
  }
}
