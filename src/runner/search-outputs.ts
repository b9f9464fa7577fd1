import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import { CanarySearcher } from '../probes/canary/canary-searcher.ts';
import { type Contents, type Outlets, outputsOf } from '../probes/canary/outputs.ts';
import type { FileTree } from '../sandbox/sandbox.ts';

/** Searches the bytes of what the agent left, while they are at hand; other trials have their turn in between. */
export async function searchOutputs(
  canaries: readonly Canary[],
  outlets: Outlets,
  after: FileTree | null,
): Promise<CanarySearch | null> {
  if (canaries.length === 0) return null;
  const searcher = new CanarySearcher(canaries);
  const values = canaries.map(({ value }) => value);
  const contents: Contents = {
    ofFile: ({ path }) => after?.contents.get(path) ?? null,
    ofAttributes: ({ path }) => after?.attributes.get(path) ?? null,
  };
  for (const output of outputsOf(outlets, contents, values)) {
    await nextTurn();
    searcher.search(output);
  }
  return searcher.result;
}
