import { AssayError } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

type Kept = (digest: Sha256) => Promise<Uint8Array>;

/**
 * A record as its raw wire log is read today, and whether that differs from what was read when the trial ran.
 */
export type Reread = { record: TrialRecord; isDifferent: boolean };

export async function rereadTraffic(record: TrialRecord, kept: Kept): Promise<Reread> {
  const { result } = record;
  const read = await readAgain(record, kept);
  if (result.status === 'faulted' || read === null) return { record, isDifferent: false };
  const { transcript, sightings } = read;
  const { evidence } = result;
  const isSame = [
    [transcript, evidence.transcript],
    [sightings, evidence.sightings],
  ].every(([now, then]) => canonicalJson(now) === canonicalJson(then));
  if (isSame) return { record, isDifferent: false };
  const reread = { ...evidence, transcript, sightings };
  return { record: { ...record, result: { ...result, evidence: reread } }, isDifferent: true };
}

/**
 * Returns `null` if there is nothing to read, or less than there was then; the seal tells what a run has
 * lost.
 */
async function readAgain({ result }: TrialRecord, kept: Kept): Promise<ReadTrial | null> {
  if (result.status === 'faulted') return null;
  const { wireLog, losses } = result.evidence;
  if (wireLog === null || wireLog.watched === null || losses.length > 0) return null;
  try {
    const read = readRecorded({
      log: await kept(wireLog.digest),
      watched: await kept(wireLog.watched),
    });
    return read.isWhole ? read : null;
  } catch (error) {
    if (error instanceof AssayError && error.code === 'STORE_UNUSABLE') return null;
    throw error;
  }
}
