import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import { CanarySearcher } from '../probes/canary/canary-searcher.ts';
import { type Outlets, outputsOf, withAllShort } from '../probes/canary/outputs.ts';
import type { FileTree, SentBytes } from '../sandbox/sandbox.ts';

/** What is searched and not kept. */
type AtHand = { after: FileTree | null; sent: readonly SentBytes[] };

/** Searches the bytes of what the agent left and sent, while they are at hand; other trials have their turn in between. */
export async function searchOutputs(
  canaries: readonly Canary[],
  outlets: Outlets,
  { after, sent }: AtHand,
): Promise<CanarySearch | null> {
  if (canaries.length === 0) return null;
  const searcher = new CanarySearcher(canaries);
  const values = canaries.map(({ value }) => value);
  const contentOf = ({ path }: { path: string }) => after?.contents.get(path) ?? null;
  const asSent = sent.map(({ place, form, bytes }) => ({ place, path: null, form, bytes }));
  for (const output of [...outputsOf(outlets, contentOf, values), ...withAllShort(asSent)]) {
    await nextTurn();
    searcher.search(output);
  }
  const { traces, unsearched } = searcher.result;
  const lacking = sent.flatMap(({ place, lacks }) =>
    lacks === null ? [] : [{ place, path: null, reason: lacks }],
  );
  return { traces, unsearched: [...unsearched, ...lacking], network: true };
}
