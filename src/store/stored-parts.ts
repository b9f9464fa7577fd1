import type { Selectable } from 'kysely';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson, digestOf } from '../base/digest.ts';
import { Evidence } from '../contracts/evidence.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { SealedPart } from '../contracts/seal.ts';
import { PackedTrialRecord } from '../contracts/trial-record.ts';
import type { BlobFolder } from './blobs.ts';
import type { Tables } from './database.ts';
import type { TrialRow } from './packed-record.ts';
import { readStored } from './stored-format.ts';

/**
 * The parts of a plan, one per field, so that a changed field can be named; one part for the whole plan if it
 * cannot be parsed.
 */
export function planParts({ plan, created_at }: Pick<PlanRow, 'plan' | 'created_at'>): SealedPart[] {
  const listed: SealedPart = { kind: 'plan', name: 'place in the list', digest: digestOf(created_at) };
  const fields = fieldsOf(plan);
  if (fields === null) return [planPart('all of it', digestOf(plan)), listed];
  return [...fields.map(([name, value]) => planPart(name, digestOf(canonicalJson(value)))), listed];
}

type PlanRow = Selectable<Tables['runs']>;

function planPart(name: string, digest: Sha256): SealedPart {
  return { kind: 'plan', name: `plan: ${name}`, digest };
}

function fieldsOf(json: string): [string, unknown][] | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Object.entries(value).sort(byName) : null;
  } catch {
    return null;
  }
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The row of one attempt, with all of its columns. */
export function recordPart(row: TrialRow): SealedPart {
  const { run_id: _, ...columns } = row;
  return {
    kind: 'record',
    name: recordName(row.trial_id, row.attempt),
    digest: digestOf(canonicalJson(columns)),
  };
}

/** The blobs that a record and its evidence name. If the evidence is lost, what it named is unknown. */
export async function blobParts(row: TrialRow, blobs: BlobFolder): Promise<SealedPart[]> {
  return await unlessUnreadable(async () => {
    const { result } = readStored('record', PackedTrialRecord, { text: row.record, what: nameOf(row) });
    if (result.status === 'faulted') return [];
    const { evidence } = result;
    return [blobPart(row, 'evidence', evidence), ...(await partsOfEvidence(row, evidence, blobs))];
  });
}

async function partsOfEvidence(row: TrialRow, evidence: Sha256, blobs: BlobFolder): Promise<SealedPart[]> {
  return await unlessUnreadable(async () => {
    const text = (await blobs.get(evidence)).toString();
    const { wireLog, agentStream } = readStored('evidence', Evidence, { text, what: nameOf(row) });
    const named = [
      ['raw wire', wireLog?.digest],
      ['what the wire was searched for', wireLog?.watched],
      ["its agent's own events", agentStream?.digest],
    ] as const;
    return named.flatMap(([what, digest]) => (digest ? [blobPart(row, what, digest)] : []));
  });
}

function blobPart(row: TrialRow, what: string, digest: Sha256): SealedPart {
  return { kind: 'blob', name: `${nameOf(row)}, ${what}`, digest };
}

export function recordName(trialId: string, attempt: number): string {
  return `${nameOf({ trial_id: trialId, attempt })}, record`;
}

function nameOf({ trial_id, attempt }: Pick<TrialRow, 'trial_id' | 'attempt'>): string {
  return `${trial_id}, attempt ${attempt}`;
}

async function unlessUnreadable(read: () => Promise<SealedPart[]>): Promise<SealedPart[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AssayError) return [];
    throw error;
  }
}
