import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Canary, CanarySearch } from '../contracts/evidence.ts';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { type Contents, type Outlets, outputsOf, withAllShort } from '../probes/canary/outputs.ts';
import type { FileTree, SentBytes } from '../sandbox/sandbox.ts';
import { Pace } from '../threads/pace.ts';
import type { Written } from '../traffic/written-by-model.ts';
import { searchInThread } from './search-in-thread.ts';

/** What is searched but not kept. */
type AtHand = {
  before: Pick<FileTree, 'entries'>;
  after: FileTree | null;
  sent: readonly SentBytes[];
  written: readonly Written[];
};

/** Searches the bytes that the agent left and sent, while they are available. */
export async function searchOutputs(
  canaries: readonly Canary[],
  outlets: Outlets,
  { before, after, sent, written }: AtHand,
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
  const outputs: Output[] = [
    ...(await collect(outputsOf(outlets, contents, values))),
    ...withAllShort(asSent),
    ...written.map(asWritten),
  ];
  const { traces, unsearched, searchedBytes } = await searchInThread({ canaries, outputs }, signal);
  const lacking = sent.flatMap(({ place, lacks }) =>
    lacks === null ? [] : [{ place, path: null, reason: lacks }],
  );
  const network = lacking.length === 0;
  return { traces, unsearched: [...unsearched, ...lacking], searchedBytes, network };
}

/** A transcript and a tree may have tens of thousands of entries: after each of these portions, the other trials get a turn. */
const PORTION_BYTES = 8 * 1024 ** 2;
/** What it takes to describe an output, however short. */
const OUTPUT_BYTES = 4 * 1024;

async function collect(outputs: Iterable<Output>): Promise<Output[]> {
  const all: Output[] = [];
  const pace = new Pace(PORTION_BYTES);
  for (const output of outputs) {
    all.push(output);
    await pace.spend(OUTPUT_BYTES + (output.bytes?.length ?? 0));
  }
  return all;
}

/** What the reader of calls leaves out, such as arguments that are not JSON, is searched here. */
function asWritten({ place, bytes }: Written): Output {
  return { place: `what the model wrote (${place})`, path: null, bytes, form: 'text' };
}
