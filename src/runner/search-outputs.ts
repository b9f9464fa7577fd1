import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import { CanarySearcher } from '../probes/canary/canary-searcher.ts';
import { type Contents, type Outlets, outputsOf } from '../probes/canary/outputs.ts';
import type { FileTree } from '../sandbox/sandbox.ts';

type Trees = { before: Pick<FileTree, 'entries'>; after: FileTree | null };

/** Searches the bytes of what the agent left, while they are at hand; other trials have their turn in between. */
export async function searchOutputs(
  canaries: readonly Canary[],
  outlets: Outlets,
  { before, after }: Trees,
): Promise<CanarySearch | null> {
  if (canaries.length === 0) return null;
  const searcher = new CanarySearcher(canaries);
  const values = canaries.map(({ value }) => value);
  const known = new Set(before.entries.map(({ digest }) => digest));
  const contents: Contents = {
    ofFile: ({ path }) => after?.contents.get(path) ?? null,
    ofAttributes: ({ path }) => after?.attributes.get(path) ?? null,
    isKnown: ({ digest }) => digest !== null && known.has(digest),
  };
  for (const output of outputsOf(outlets, contents, values)) {
    await nextTurn();
    for (const _step of searcher.steps(output)) await nextTurn();
  }
  return searcher.result;
}
