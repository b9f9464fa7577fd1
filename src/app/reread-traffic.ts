import { streamReaderOf } from '../agents/registry.ts';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import { endBy } from '../contracts/agent-end.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { readPrinted } from '../traffic/printed-events.ts';
import { readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import { reconcile } from '../traffic/reconcile.ts';
import { UsageMeter } from '../traffic/usage-meter.ts';

type Kept = (digest: Sha256) => Promise<Uint8Array>;

/** A record as its raw wire log is read today. */
export type Reread = {
  record: TrialRecord;
  /**
   * Whether it reads as it did when the trial ran; `null` for a fault, of which nothing was read, and
   * `not-known` where the log is incomplete or lost.
   */
  reading: 'same' | 'different' | 'not-known' | null;
  /** Whether the skill was used, which the version that ran the trial did not see. */
  isUseFound: boolean;
};

export async function rereadTraffic(record: TrialRecord, kept: Kept): Promise<Reread> {
  const { result } = record;
  if (result.status === 'faulted') return { record, reading: null, isUseFound: false };
  const { evidence } = result;
  const read = await readAgain(evidence, kept);
  if (read === null) return { record, reading: 'not-known', isUseFound: false };
  const derived = derivedFrom(read, evidence);
  const now: Evidence = { ...evidence, ...derived, ...(await toldAgain(evidence, read, kept)) };
  if (canonicalJson(comparable(now)) === canonicalJson(comparable(evidence)))
    return { record, reading: 'same', isUseFound: false };
  return {
    record: { ...record, result: { ...result, evidence: now } },
    reading: 'different',
    isUseFound: evidence.sightings.length === 0 && now.sightings.length > 0,
  };
}

/** A log of an earlier version may not tell the usage: what was metered then stands. */
function derivedFrom(read: ReadTrial, evidence: Evidence): Partial<Evidence> {
  const { transcript, sightings, modelCalls, checkCalls } = read;
  const seen = { transcript, sightings, ...openingIn(read, evidence), ...endIn(read, evidence) };
  if (modelCalls === null) return seen;
  const meter = new UsageMeter();
  for (const call of modelCalls) meter.add(call);
  const { inputTokens, outputTokens } = meter.usage;
  const metered = { modelCalls, usage: { inputTokens, outputTokens }, requests: meter.answers };
  return { ...seen, ...metered, ...(checkCalls.length === 0 ? {} : { checkCalls }) };
}

/** An older record has none, and what was published of it says nothing of it either. */
function openingIn({ opening }: ReadTrial, evidence: Evidence): Pick<Evidence, 'opening'> {
  return evidence.opening === undefined ? {} : { opening };
}

/** What a limit has ended stays so, and an older record does not tell how its agent exited. */
function endIn({ conversationEnd }: ReadTrial, { agentExit, ...evidence }: Evidence): Partial<Evidence> {
  if (evidence.conversationEnd === null) return {};
  return { conversationEnd, ...(agentExit === null ? {} : { agentEnd: endBy(agentExit, conversationEnd) }) };
}

/** What the agent says about its own work is compared again with the wire. */
async function toldAgain(
  { agentStream, modelCalls }: Evidence,
  read: ReadTrial,
  kept: Kept,
): Promise<Pick<Evidence, 'agentStream'>> {
  const reader = agentStream === undefined ? null : await streamReaderOf(agentStream.agent);
  if (agentStream === undefined || reader === null || !agentStream.isWhole) return {};
  const packed = await keptOrLost(agentStream.digest, kept);
  if (packed === null) return {};
  const wire = { toolCalls: read.toolCalls, modelCalls: read.modelCalls ?? modelCalls };
  return { agentStream: { ...agentStream, reading: reconcile(readPrinted(packed, reader), wire, reader) } };
}

/** A lost part shows as a difference from the seal. */
async function keptOrLost(digest: Sha256, kept: Kept): Promise<Uint8Array | null> {
  try {
    return await kept(digest);
  } catch (error) {
    if (error instanceof AssayError && error.code === 'STORE_UNUSABLE') return null;
    throw error;
  }
}

/** Calls are compared without their times and their order: they are recorded as they end, and logged as they begin. */
function comparable(evidence: Evidence): unknown {
  const { transcript, sightings, modelCalls, checkCalls = [], usage, agentStream = null } = evidence;
  const { agentEnd, conversationEnd, opening = null } = evidence;
  const [calls, checks] = [modelCalls, checkCalls].map((made) => made.map(identityOf).toSorted());
  return { transcript, sightings, usage, agentEnd, conversationEnd, opening, calls, checks, agentStream };
}

function identityOf({ latencyMs: _latency, waitedMs: _waited, ...call }: ModelCall): string {
  return canonicalJson(call);
}

/** Returns `null` if the log is not on record, or if what was stored of its reading was cut. */
async function readAgain({ wireLog, losses }: Evidence, kept: Kept): Promise<ReadTrial | null> {
  if (wireLog === null || wireLog.watched === null || losses.some(({ part }) => part === 'record'))
    return null;
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
