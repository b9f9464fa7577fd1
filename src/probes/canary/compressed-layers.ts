import { Buffer } from 'node:buffer';
import type { Layer } from './layer.ts';
import { SHORTEST_OPAQUE } from './opaque-bytes.ts';
import { pngLayers } from './png-layers.ts';
import type { SearchBudget } from './search-budget.ts';
import { nextStart, type Start } from './stream-start.ts';
import { unpack } from './unpack-stream.ts';

/** Bytes that are looked through at a time. */
const PORTION_BYTES = 1024 ** 2;
const MAX_LAYER_BYTES = 16 * 1024 ** 2;
/** Most of what turns out to be no stream turns out so at once: it is not worth much of the budget. */
const LOOKS_BYTES = [1024, 64 * 1024, MAX_LAYER_BYTES];

/**
 * Every gzip, zlib and zstd stream, every member of a zip and every PNG picture, wherever it stands in the bytes; returns
 * what remains of them. Checksums are not asked, because a wrong one would hide what any patched program still unpacks.
 * In between, others may have their turn.
 */
export function* openCompressed(
  bytes: Uint8Array,
  budget: SearchBudget,
): Generator<Layer | undefined, Uint8Array> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const rest: Uint8Array[] = [];
  let [from, at] = [0, 0];
  while (at < view.length) {
    const start = nextStart(view, at, at + PORTION_BYTES);
    at = start === null ? at + PORTION_BYTES : start.at + 1;
    yield;
    if (start === null) continue;
    const { layers, end } = open(view, start, budget);
    yield* layers;
    if (end === null) continue;
    // By itself it would not be told from chance either; a pack of git has a digest here and there between streams.
    if (start.at - from >= SHORTEST_OPAQUE) rest.push(view.subarray(from, start.at));
    from = end + checksumBytes(start);
    at = end;
  }
  return Buffer.concat([...rest, view.subarray(from)]);
}

/** What stands behind the packed bytes looks random, and is as long as that (RFC 1952, section 2.3; RFC 1950, section 2.2). */
function checksumBytes({ how }: Start): number {
  if (how === 'gzip') return 8;
  return how === 'zlib' ? 4 : 0;
}

/** `end` is where the bytes go on; `null` where nothing was opened. */
type Opened = { layers: Layer[]; end: number | null };

const NOTHING: Opened = { layers: [], end: null };

function open(view: Buffer, start: Start, budget: SearchBudget): Opened {
  if (start.how === 'sealed') return unsearched(start.reason);
  if (budget.left === 0) return unsearched('there is too much to unpack');
  return start.how === 'png' ? openPicture(view, start.at, budget) : openStream(view, start, budget);
}

function openPicture(view: Buffer, at: number, budget: SearchBudget): Opened {
  const picture = pngLayers(view.subarray(at), Math.min(MAX_LAYER_BYTES, budget.left));
  if (picture === null) return NOTHING;
  const { layers, end } = picture;
  for (const layer of layers) if ('bytes' in layer) budget.spend(layer.bytes.length);
  return { layers, end: at + end };
}

function openStream(
  view: Buffer,
  { how, data, isSure }: Extract<Start, { data: number }>,
  budget: SearchBudget,
): Opened {
  const packed = view.subarray(data);
  for (const look of LOOKS_BYTES) {
    const limit = Math.min(look, budget.left);
    if (limit === 0) return unsearched('there is too much to unpack');
    const unpacked = unpack(how, packed, { maxOutputLength: limit, mayBreakOff: isSure });
    budget.spend(unpacked.kind === 'unpacked' ? unpacked.bytes.length : limit);
    if (unpacked.kind === 'unpacked') {
      return { layers: [{ how, bytes: unpacked.bytes, mayHide: true }], end: data + unpacked.used };
    }
    if (unpacked.kind === 'broken')
      return isSure ? unsearched(`its ${how} part cannot be unpacked`) : NOTHING;
  }
  return unsearched(`its ${how} part is too large`);
}

function unsearched(reason: string): Opened {
  return { layers: [{ unsearched: reason }], end: null };
}
