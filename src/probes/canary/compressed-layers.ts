import { Buffer, isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Layer } from './layer.ts';
import { pngLayers } from './png-layers.ts';
import type { SearchBudget } from './search-budget.ts';
import { nextStart, type Start } from './stream-start.ts';
import { type Packing, unpackStream } from './unpack-stream.ts';

const MAX_LAYER_BYTES = 16 * 1024 ** 2;
/**
 * Sizes of the attempts to unpack. Most of what is not a stream fails at once, and
 * is not worth much of the budget.
 */
const LOOKS_BYTES = [1024, 64 * 1024, MAX_LAYER_BYTES];

/**
 * For each byte of output, this many bytes of input are read: a stream of nothing
 * but empty blocks has no end.
 */
const LOOKED_AT = 16;
const SURE_BYTES = 16 * 1024;
/** The bytes that every header of the kind has, which hide nothing. */
const FIXED_BYTES = { gzip: 10, zlib: 2, zip: 30, zstd: 0 } as const satisfies Record<Packing, number>;

/**
 * Opens every gzip, zlib and zstd stream, every member of a zip and every PNG picture, wherever it lies in
 * the bytes; returns the bytes that remain. Checksums are not verified, because a wrong one would hide
 * what a patched program still unpacks.
 */
export function* openCompressed(bytes: Uint8Array, budget: SearchBudget): Generator<Layer, Uint8Array> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const rest: Uint8Array[] = [];
  const headers: Uint8Array[] = [];
  const deflated = wholeDeflated(view, budget);
  if (deflated !== null) yield deflated;
  let [from, at] = [0, 0];
  for (let start = nextStart(view, at, budget); start !== null; start = nextStart(view, at, budget)) {
    const { layers, end } = open(view, start, budget);
    yield* layers;
    at = start.at + 1;
    if (end === null) continue;
    rest.push(view.subarray(from, start.at));
    if ('data' in start) headers.push(view.subarray(start.at + FIXED_BYTES[start.how], start.data));
    from = end;
    at = end;
  }
  // Names and extra fields may hold something too.
  if (headers.some(({ length }) => length > 0))
    yield { how: 'headers', bytes: Buffer.concat(headers), mayHide: true };
  return Buffer.concat([...rest, view.subarray(from)]);
}

/** What follows the packed bytes looks random. Only if it is their checksum does it hold nothing else. */
function checksumBytes(how: Packing, bytes: Uint8Array, behind: Buffer): number {
  const size = bytes.length % 2 ** 32;
  if (how === 'gzip' && behind.length >= 8) {
    return behind.readUInt32LE(0) === crc32(bytes) && behind.readUInt32LE(4) === size ? 8 : 0;
  }
  return how === 'zlib' && behind.length >= 4 && behind.readUInt32BE(0) === adler32(bytes) ? 4 : 0;
}

/** RFC 1950, section 9. */
function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

/**
 * Packed bytes without a header are only recognised if everything from the first byte to the last is packed.
 */
function wholeDeflated(view: Buffer, budget: SearchBudget): Layer | null {
  if (isUtf8(view)) return null;
  const limit = Math.min(MAX_LAYER_BYTES, budget.left);
  const unpacked = unpackStream('zip', view, {
    ...{ maxInputLength: view.length, maxOutputLength: Math.max(1, limit), mayBreakOff: false },
  });
  if (unpacked.kind !== 'unpacked' || unpacked.used !== view.length) return null;
  budget.spend(unpacked.bytes.length);
  return { how: 'deflate', bytes: unpacked.bytes, mayHide: true };
}

/** `end` is where the bytes go on; `null` if nothing was opened. */
type Opened = { layers: Layer[]; end: number | null };

const NOTHING: Opened = { layers: [], end: null };

function open(view: Buffer, start: Start, budget: SearchBudget): Opened {
  if (start.how === 'sealed') return unsearched(start.reason);
  if (budget.left === 0) return unsearched('there is too much to unpack');
  return start.how === 'png' ? openPicture(view, start.at, budget) : openStream(view, start, budget);
}

function openPicture(view: Buffer, at: number, budget: SearchBudget): Opened {
  const picture = pngLayers(view.subarray(at), Math.min(MAX_LAYER_BYTES, budget.left));
  budget.spend(view.length - at);
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
    const options = { maxInputLength: LOOKED_AT * look, maxOutputLength: limit, mayBreakOff: isSure };
    const unpacked = unpackStream(how, packed, options);
    // Reading input costs as much as the output would, and input that was made to
    // look like a stream costs more.
    const spent = unpacked.kind === 'unpacked' ? Math.max(unpacked.bytes.length, unpacked.used) : limit;
    budget.spend(isSure ? Math.max(spent, SURE_BYTES) : spent);
    if (unpacked.kind === 'unpacked') {
      const { bytes, used } = unpacked;
      const end = data + used + checksumBytes(how, bytes, view.subarray(data + used, data + used + 8));
      return { layers: [{ how, bytes, mayHide: true }], end };
    }
    if (unpacked.kind === 'broken')
      return isSure ? unsearched(`its ${how} part cannot be unpacked`) : NOTHING;
  }
  return unsearched(`its ${how} part is too large`);
}

function unsearched(reason: string): Opened {
  return { layers: [{ unsearched: reason }], end: null };
}
