import { digestOf } from '../base/digest.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { Seal, SealedPart } from '../contracts/seal.ts';
import type { BlobState } from '../store/blobs.ts';
import type { RunReader, SealedRun } from '../store/run-store.ts';
import { asBytes, type RunPlace, readCopy, rootPlace, STORED_SCORECARD } from './published-files.ts';

/** `isLost` marks missing evidence, which need not be anybody's doing. */
export type Difference = {
  kind: SealedPart['kind'] | 'seal';
  part: string;
  problem: string;
  isLost: boolean;
};

/** The stored parts of a run, to be compared with its seal. */
export type StoredParts = { rootDigest: Sha256; run: SealedRun; reader: RunReader; place: RunPlace };

export async function compareParts({ parts }: Seal, found: StoredParts): Promise<Difference[]> {
  const sealed = new Set(parts.map(({ name }) => name));
  const added = found.run.parts.filter(({ name }) => !sealed.has(name));
  const differing: Difference[] = [];
  for (const part of parts) differing.push(...differences(part, await STATE_OF[part.kind](part, found)));
  return [...differing, ...added.map((part) => difference(part, 'was added since'))];
}

function difference({ kind, name }: SealedPart, problem: string, isLost = false): Difference {
  return { kind, part: name, problem, isLost };
}

/** Compares a stored part with its sealed digest, for each kind of part. */
const STATE_OF = {
  plan: storedState,
  record: storedState,
  blob: ({ digest }, { reader }) => reader.stateOf(digest),
  published: publishedState,
} as const satisfies Record<
  SealedPart['kind'],
  (part: SealedPart, found: StoredParts) => BlobState | Promise<BlobState>
>;

function differences(part: SealedPart, state: BlobState): Difference[] {
  if (state === 'whole') return [];
  if (state === 'changed') return [difference(part, 'was changed')];
  return part.kind === 'blob'
    ? [difference(part, `is missing: ${part.digest}`, true)]
    : [difference(part, 'is missing')];
}

function storedState({ name, digest }: SealedPart, { run }: StoredParts): BlobState {
  const stored = run.parts.find((part) => part.name === name);
  if (stored === undefined) return 'missing';
  return stored.digest === digest ? 'whole' : 'changed';
}

/** The copy holds the root digest; a mark was in its place when the copy was sealed. */
function publishedState({ name, digest }: SealedPart, { rootDigest, run, place }: StoredParts): BlobState {
  const stored = run.scorecard === null ? null : asBytes(run.scorecard);
  const copy = name === STORED_SCORECARD ? stored : readCopy(place, name);
  if (copy === null) return 'missing';
  const mark = rootPlace(place.runId);
  const sealed = Buffer.from(copy.replaceAll(rootDigest, mark), 'latin1');
  return !copy.includes(mark) && digestOf(sealed) === digest ? 'whole' : 'changed';
}
