import type { Selectable } from 'kysely';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson, canonicalPieces } from '../base/digest.ts';
import { Evidence } from '../contracts/evidence.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import { PackedTrialRecord, type TrialRecord } from '../contracts/trial-record.ts';
import type { BlobFolder } from './blobs.ts';
import type { Tables } from './database.ts';
import { readStored, withFormat } from './stored-format.ts';

export type TrialRow = Selectable<Tables['trials']>;

/** Packs a record for its row: the evidence goes into a blob, and the row gets the digest. */
export async function packRecord(record: TrialRecord, blobs: BlobFolder): Promise<string> {
  const { result } = record;
  if (result.status === 'faulted') return canonicalJson(withFormat('record', record));
  const evidence = await blobs.putText(canonicalPieces(withFormat('evidence', result.evidence)));
  return canonicalJson(withFormat('record', { ...record, result: { ...result, evidence } }));
}

/** Lost or changed evidence is a fault of its own trial and affects no other. */
export async function unpackRecord(
  row: TrialRow,
  trial: PlannedTrial,
  blobs: BlobFolder,
): Promise<TrialRecord> {
  try {
    return await unpacked(row, blobs);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const next = `Run the trial again with "assay run --resume ${row.run_id}".`;
    const detail = `${error.message} ${next}`;
    const { run_id: runId, attempt, ended_at: endedAt } = row;
    return {
      ...{ runId, trial, attempt, startedAt: endedAt, endedAt },
      unmeasured: { modelCalls: [], seconds: 0 },
      result: { status: 'faulted', reason: 'evidence-lost', detail },
    };
  }
}

/** Whether the evidence that a row names exists unchanged; its content is not interpreted. */
export async function isWholeRecord(row: TrialRow, blobs: BlobFolder): Promise<boolean> {
  try {
    const { result } = packed(row);
    return result.status === 'faulted' || (await blobs.stateOf(result.evidence)) === 'whole';
  } catch (error) {
    if (error instanceof AssayError) return false;
    throw error;
  }
}

function packed(row: TrialRow): PackedTrialRecord {
  const what = `record of ${row.trial_id}`;
  const record = readStored('record', PackedTrialRecord, { text: row.record, what });
  const isOfRow = record.runId === row.run_id && record.trial.id === row.trial_id;
  if (!isOfRow || record.attempt !== row.attempt) throw misplaced(what, record);
  return record;
}

async function unpacked(row: TrialRow, blobs: BlobFolder): Promise<TrialRecord> {
  const record = packed(row);
  const { result } = record;
  if (result.status === 'faulted') return { ...record, result };
  const text = (await blobs.get(result.evidence)).toString();
  const evidence = readStored('evidence', Evidence, { text, what: `evidence of ${row.trial_id}` });
  return { ...record, result: { ...result, evidence } };
}

function misplaced(what: string, { runId, trial, attempt }: PackedTrialRecord): AssayError {
  const found = `attempt ${attempt} at ${trial.id} of run ${runId}`;
  return new AssayError('STORE_UNUSABLE', `Expected the ${what}, found that of ${found}.`);
}
