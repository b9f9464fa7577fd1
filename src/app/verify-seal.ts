import { AssayError } from '../base/assay-error.ts';
import { digestOf } from '../base/digest.ts';
import { parseStored } from '../base/parse-stored.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import { Seal } from '../contracts/seal.ts';
import type { RunReader } from '../store/run-store.ts';
import { compareParts, type Difference, type StoredParts } from './compare-parts.ts';
import { asBytes, publishedRoot, type RunPlace, readPublished, SEAL_FILE } from './published-files.ts';

/** `rootDigest` is null if nothing was sealed. */
export type SealCheck = { rootDigest: Sha256 | null; differences: Difference[] };

/** There are two copies of the seal, so that changing one of them shows. */
type Copy = { name: string; text: string; root: Sha256 };

const IN_DATABASE = 'seal in the database';

/** Compares a run with its seal: the one with the expected root digest, or else every copy of it. */
export async function verifySeal(
  reader: RunReader,
  place: RunPlace,
  expected: Sha256 | null,
): Promise<SealCheck> {
  const run = await reader.loadSealed(place.runId);
  const copies = [
    ...copyOf(IN_DATABASE, run.seal === null ? null : asBytes(run.seal)),
    ...copyOf(SEAL_FILE, readPublished(place, SEAL_FILE)),
  ];
  const rootDigest = expected ?? copies[0]?.root ?? publishedRoot(run.scorecard, place);
  if (rootDigest === null) return { rootDigest, differences: [] };
  const genuine = copies.filter(({ root }) => root === expected);
  const parts: Difference[] = [];
  for (const copy of genuine.length > 0 ? genuine : copies)
    parts.push(...(await compareCopy(copy, { rootDigest: copy.root, run, reader, place })));
  return { rootDigest, differences: distinct([...compareRoots(copies, rootDigest), ...parts]) };
}

function copyOf(name: string, text: string | null): Copy[] {
  return text === null ? [] : [{ name, text, root: digestOf(Buffer.from(text, 'latin1')) }];
}

function compareRoots(copies: readonly Copy[], rootDigest: Sha256): Difference[] {
  return [IN_DATABASE, SEAL_FILE].flatMap((name) => {
    const copy = copies.find((one) => one.name === name);
    if (copy === undefined) return [wrongSeal(name, 'is missing')];
    if (copy.root === rootDigest) return [];
    return [wrongSeal(name, `has the root digest ${copy.root} instead of ${rootDigest}`)];
  });
}

async function compareCopy({ name, text }: Copy, found: StoredParts): Promise<Difference[]> {
  try {
    const seal = parseStored(Seal, Buffer.from(text, 'latin1').toString(), name);
    if (seal.runId === found.place.runId) return await compareParts(seal, found);
    return [wrongSeal(name, `is that of run ${seal.runId}`)];
  } catch (error) {
    if (error instanceof AssayError) return [wrongSeal(name, error.message)];
    throw error;
  }
}

function wrongSeal(part: string, problem: string): Difference {
  return { kind: 'seal', part, problem, isLost: false };
}

function distinct(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((one) => [`${one.part}\n${one.problem}`, one])).values()];
}
