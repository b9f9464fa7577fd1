import { digestOf } from '../base/digest.ts';
import { printableJson } from '../base/printable-json.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { Seal, SealedPart } from '../contracts/seal.ts';
import type { RunStore } from '../store/run-store.ts';
import { copiesOf, rootPlace, writePublished } from './published-files.ts';

/**
 * Seals a run and publishes its scorecard with the root digest. The seal lists the digest of every part of
 * the run, including the copies of the scorecard; the root digest is the digest of the seal.
 */
export async function publishScorecard(
  derived: Scorecard,
  store: RunStore,
  resultsDir: string,
): Promise<Scorecard> {
  const seal = printableJson(await sealOf(derived, store));
  const scorecard = { ...derived, rootDigest: digestOf(seal) };
  writePublished(resultsDir, scorecard, seal);
  await store.publish(scorecard, seal);
  return scorecard;
}

async function sealOf(derived: Scorecard, store: RunStore): Promise<Seal> {
  const { runId } = derived;
  const { parts } = await store.loadSealed(runId);
  const blobs = await store.listBlobs(runId);
  const copies = copiesOf({ ...derived, rootDigest: rootPlace(runId) });
  const published = [...copies].map(
    ([name, text]): SealedPart => ({ kind: 'published', name, digest: digestOf(text) }),
  );
  return { format: 'assay/seal@1', runId, parts: [...parts, ...blobs, ...published] };
}
