import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { type Contents, type Outlets, outputsOf, withAllShort } from '../probes/canary/outputs.ts';
import type { FileTree, SentBytes } from '../sandbox/sandbox.ts';
import { searchInThread } from './search-in-thread.ts';

/** What is searched but not kept. */
type AtHand = {
  before: Pick<FileTree, 'entries'>;
  after: FileTree | null;
  sent: readonly SentBytes[];
};

/** Searches the bytes that the agent left and sent, while they are available. */
export async function searchOutputs(
  canaries: readonly Canary[],
  outlets: Outlets,
  { before, after, sent }: AtHand,
  signal: AbortSignal,
): Promise<CanarySearch | null> {
  if (canaries.length === 0) return null;
  const values = canaries.map(({ value }) => value);
  const known = new Set(before.entries.map(({ digest }) => digest));
  const contents: Contents = {
    ofFile: ({ path }) => after?.contents.get(path) ?? null,
    ofAttributes: ({ path }) => after?.attributes.get(path) ?? null,
    isKnown: ({ digest }) => digest !== null && known.has(digest),
  };
  const asSent = sent.map(({ place, form, bytes }) => ({ place, path: null, form, bytes }));
  await nextTurn();
  const outputs: Output[] = [...outputsOf(outlets, contents, values), ...withAllShort(asSent)];
  const { traces, unsearched, searchedBytes } = await searchInThread({ canaries, outputs }, signal);
  const lacking = sent.flatMap(({ place, lacks }) =>
    lacks === null ? [] : [{ place, path: null, reason: lacks }],
  );
  return { traces, unsearched: [...unsearched, ...lacking], searchedBytes, network: true };
}
