import { Buffer } from 'node:buffer';
import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import type { Layer } from './layer.ts';
import type { SearchBudget } from './search-budget.ts';

type Opened = { layers: Layer[]; rest: Uint8Array };

/** Where a compressed stream may begin, and where in it the packed bytes do. */
type Start = { how: string; at: number; isSure: boolean; data: number };

const MAX_LAYER_BYTES = 16 * 1024 ** 2;
const FIRST_LOOK_BYTES = 64 * 1024;
/** What a look at something that turns out to be no stream may cost. */
const LOOK_COST = 32 * 1024;

/**
 * Every gzip, zlib and zstd stream and every member of a zip, wherever it stands in the bytes, and what remains of them.
 * Checksums are not asked, because a wrong one would hide what any patched program still unpacks.
 */
export function openCompressed(bytes: Uint8Array, budget: SearchBudget): Opened {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const layers: Layer[] = [];
  const rest: Uint8Array[] = [];
  let from = 0;
  let restFrom = 0;
  for (
    let start = nextStart(view, 0);
    start !== null;
    start = nextStart(view, Math.max(from, start.at + 1))
  ) {
    const { layer, end } = open(view, start, budget);
    if (layer !== null) layers.push(layer);
    if (end === null) continue;
    rest.push(view.subarray(restFrom, start.at));
    from = end;
    restFrom = end + checksumBytes(start);
  }
  return { layers, rest: Buffer.concat([...rest, view.subarray(restFrom)]) };
}

/** What stands behind the packed bytes looks random, and is as long as that (RFC 1952, section 2.3; RFC 1950, section 2.2). */
function checksumBytes({ how }: Start): number {
  if (how === 'gzip') return 8;
  return how === 'zlib' ? 4 : 0;
}

function nextStart(view: Buffer, from: number): Start | null {
  for (let at = from; at + 2 < view.length; at++) {
    const start = startAt(view, at);
    if (start !== null) return start;
  }
  return null;
}

function startAt(view: Buffer, at: number): Start | null {
  const [first, second] = [view[at], view[at + 1] ?? 0];
  if (first === 0x1f && second === 0x8b && view[at + 2] === 8) return gzipStart(view, at);
  if (first === 0x78 && (second & 0x20) === 0 && (0x7800 + second) % 31 === 0) {
    return { how: 'zlib', at, isSure: false, data: at + 2 };
  }
  if (first === 0x50 && view.length >= at + 30 && view.readUInt32BE(at) === 0x504b0304)
    return zipStart(view, at);
  if (first === 0x28 && view.length >= at + 4 && view.readUInt32BE(at) === 0x28b52ffd) {
    return { how: 'zstd', at, isSure: at === 0, data: at };
  }
  return null;
}

/** RFC 1952, section 2.3: optional fields stand between the header and the packed bytes. */
function gzipStart(view: Buffer, at: number): Start | null {
  const flags = view[at + 3] ?? 0xff;
  if ((flags & 0xe0) !== 0 || at + 10 > view.length) return null;
  let data = at + 10;
  if ((flags & 4) !== 0) data += 2 + (view[data] ?? 0) + 256 * (view[data + 1] ?? 0);
  for (const field of [8, 16]) {
    if ((flags & field) !== 0) data = view.indexOf(0, data) + 1;
    if (data === 0) return null;
  }
  return { how: 'gzip', at, isSure: true, data: (flags & 2) === 0 ? data : data + 2 };
}

/** A member's local header; only one that is packed holds more than the bytes show. */
function zipStart(view: Buffer, at: number): Start | null {
  const [flags, method] = [view.readUInt16LE(at + 6), view.readUInt16LE(at + 8)];
  const data = at + 30 + view.readUInt16LE(at + 26) + view.readUInt16LE(at + 28);
  const isEncrypted = (flags & 1) !== 0;
  if (method === 0 && !isEncrypted) return null;
  const how = isEncrypted ? 'encrypted zip' : method === 8 ? 'zip' : 'zip of an unknown method';
  return { how, at, isSure: true, data };
}

function open(view: Buffer, start: Start, budget: SearchBudget): { layer: Layer | null; end: number | null } {
  const { how, data, isSure } = start;
  const packed = view.subarray(data);
  const limit = Math.min(MAX_LAYER_BYTES, budget.left);
  if (limit === 0) return unsearched('there is too much to unpack');
  const first = unpack(start, packed, Math.min(limit, FIRST_LOOK_BYTES));
  if (first.kind === 'unpacked') return { layer: { how, bytes: first.bytes }, end: data + first.used };
  budget.spend(LOOK_COST);
  if (first.kind === 'broken') return isSure ? unsearched(`its ${how} part cannot be unpacked`) : NOTHING;
  const whole = unpack(start, packed, limit);
  if (whole.kind === 'unpacked') return { layer: { how, bytes: whole.bytes }, end: data + whole.used };
  budget.spend(limit);
  return unsearched(`its ${how} part ${whole.kind === 'larger' ? 'is too large' : 'cannot be unpacked'}`);
}

const NOTHING = { layer: null, end: null };

function unsearched(reason: string): { layer: Layer; end: null } {
  return { layer: { unsearched: reason }, end: null };
}

type Unpacked = { kind: 'unpacked'; bytes: Uint8Array; used: number } | { kind: 'broken' | 'larger' };

function unpack({ how, isSure }: Start, packed: Uint8Array, maxOutputLength: number): Unpacked {
  try {
    if (how === 'zstd') {
      return {
        kind: 'unpacked',
        bytes: zstdDecompressSync(packed, { maxOutputLength }),
        used: packed.length,
      };
    }
    if (how !== 'gzip' && how !== 'zlib' && how !== 'zip') return { kind: 'broken' };
    return inflate(packed, maxOutputLength, isSure);
  } catch (cause) {
    return { kind: isTooLarge(cause) ? 'larger' : 'broken' };
  }
}

/** A stream that breaks off still gives what came before, where it is sure to be one. */
function inflate(packed: Uint8Array, maxOutputLength: number, isSure: boolean): Unpacked {
  const finishFlush = isSure ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  const inflated: unknown = inflateRawSync(packed, { maxOutputLength, finishFlush, info: true });
  if (!isInflated(inflated)) return { kind: 'broken' };
  return { kind: 'unpacked', bytes: inflated.buffer, used: inflated.engine.bytesWritten };
}

/** The package's types do not know what the option `info` makes of the result. */
function isInflated(value: unknown): value is { buffer: Uint8Array; engine: { bytesWritten: number } } {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}
