import { Buffer, isUtf8 } from 'node:buffer';
import { CODINGS, type Coding, LOOSE_CODINGS } from './codings.ts';
import { encodedRuns } from './encoded-runs.ts';
import type { Layer } from './layer.ts';
import { looseLayers } from './loose-layers.ts';
import type { SearchBudget } from './search-budget.ts';
import { joined } from './text-stretches.ts';

/** How many symbols are decoded at a time: whole groups of every coding. */
const PORTION = 256 * 1024;

/**
 * Decodes runs of symbols, in every coding whose symbols they are and starting from each symbol that may be
 * the first. The results for one coding and start are put together: prose has very many short runs.
 */
export function* decodeRuns(bytes: Uint8Array, budget: SearchBudget): Generator<Layer> {
  for (const coding of CODINGS) {
    for (const pieces of decodedFromEachStart(bytes, coding)) yield* textAndOther(coding.how, pieces);
  }
  for (const coding of LOOSE_CODINGS) {
    for (const pieces of decodedFromEachStart(bytes, coding)) {
      yield* looseLayers(coding.how, joined(pieces), budget);
    }
  }
}

function* decodedFromEachStart(bytes: Uint8Array, coding: Coding): Generator<Uint8Array[]> {
  const runs = encodedRuns(bytes, coding.alphabet).filter(coding.takes);
  if (runs.length === 0) return;
  for (let start = 0; start < coding.phases; start++) {
    yield runs.map((run) => decodeRun(run.subarray(start), coding));
  }
}

function decodeRun(run: Uint8Array, { decode }: Coding): Uint8Array {
  if (run.length <= PORTION) return decode(run);
  const count = Math.ceil(run.length / PORTION);
  const portions = Array.from({ length: count }, (_, at) => run.subarray(at * PORTION, (at + 1) * PORTION));
  return Buffer.concat(portions.map(decode));
}

function* textAndOther(how: string, pieces: readonly Uint8Array[]): Generator<Layer> {
  const { text = [], other = [] } = Object.groupBy(pieces, (piece) => (isUtf8(piece) ? 'text' : 'other'));
  for (const group of [text, other]) {
    if (group.length > 0) yield { how, mayHide: false, bytes: joined(group) };
  }
}
