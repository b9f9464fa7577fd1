import type { Buffer } from 'node:buffer';
import { PNG_SIGNATURE } from './png-layers.ts';
import type { SearchBudget } from './search-budget.ts';
import type { Packing } from './unpack-stream.ts';

/** A place where something packed may start. */
export type Start =
  | {
      how: Packing;
      at: number;
      /** Where the packed bytes start. */
      data: number;
      /** The header leaves no doubt: if the bytes cannot be unpacked, that was done on purpose. */
      isSure: boolean;
    }
  | { how: 'png'; at: number }
  | { how: 'sealed'; at: number; reason: string };

/** The first start from a given place on. */
export function nextStart(view: Buffer, from: number, budget: SearchBudget): Start | null {
  for (let at = from; at + 2 < view.length; at++) {
    const start = startAt(view, at, budget);
    if (start !== null) return start;
  }
  return null;
}

function startAt(view: Buffer, at: number, budget: SearchBudget): Start | null {
  const first = view[at];
  if (first === 0x78 || at === 0) return zlibStart(view, at) ?? otherStart(view, at, budget);
  return otherStart(view, at, budget);
}

function otherStart(view: Buffer, at: number, budget: SearchBudget): Start | null {
  const first = view[at];
  if (first === 0x1f) return gzipStart(view, at, budget);
  if (first === 0x50) return zipStart(view, at);
  if (first === 0x28 && view.length >= at + 4 && view.readUInt32BE(at) === 0x28b52ffd) {
    return { how: 'zstd', at, isSure: at === 0, data: at };
  }
  if (first === 0x89 && view.subarray(at, at + 8).equals(PNG_SIGNATURE)) return { how: 'png', at };
  return null;
}

/**
 * RFC 1950, section 2.2. In the middle of other bytes only the default window size
 * is recognised (see `startAt`).
 */
function zlibStart(view: Buffer, at: number): Start | null {
  const [first = 0, second = 0] = view.subarray(at, at + 2);
  const isMethod = (first & 0x0f) === 8 && first <= 0x78;
  const isHeader = isMethod && (second & 0x20) === 0 && (256 * first + second) % 31 === 0;
  return isHeader && mayBeDeflated(view, at + 2) ? { how: 'zlib', at, isSure: false, data: at + 2 } : null;
}

/** RFC 1951, section 3.2: how the first block may start. */
function mayBeDeflated(view: Buffer, data: number): boolean {
  const [first = 0, second = 0] = view.subarray(data, data + 2);
  const type = (first >> 1) & 3;
  if (type === 0) {
    return view.length >= data + 5 && (view.readUInt16LE(data + 1) ^ view.readUInt16LE(data + 3)) === 0xffff;
  }
  return type === 1 || (type === 2 && first >> 3 <= 29 && (second & 0x1f) <= 29);
}

/**
 * The operating systems and compression levels that programs write. A header with
 * other values may be anything.
 */
const GZIP_SYSTEMS = 13;
const GZIP_EFFORTS = [0, 2, 4];

/**
 * RFC 1952, section 2.3: optional fields lie between the header and the packed bytes. The budget keeps many names
 * and comments without an end from being searched to the end each.
 */
function gzipStart(view: Buffer, at: number, budget: SearchBudget): Start | null {
  if (view[at + 1] !== 0x8b || view[at + 2] !== 8) return null;
  const flags = view[at + 3] ?? 0xff;
  if ((flags & 0xe0) !== 0 || at + 10 > view.length) return null;
  const [effort = 0, system = 0] = view.subarray(at + 8, at + 10);
  let data = at + 10;
  if ((flags & 4) !== 0) data += 2 + (view[data] ?? 0) + 256 * (view[data + 1] ?? 0);
  const texts = data;
  for (const field of [8, 16]) {
    if ((flags & field) === 0) continue;
    if (budget.left === 0) return sealed(at, 'there is too much to unpack');
    const end = view.indexOf(0, data);
    budget.spend((end < 0 ? view.length : end) - data);
    if (end < 0) return null;
    data = end + 1;
  }
  const isSure =
    GZIP_EFFORTS.includes(effort) &&
    (system <= GZIP_SYSTEMS || system === 0xff) &&
    isPrintable(view.subarray(texts, data).filter((byte) => byte !== 0));
  return { how: 'gzip', at, isSure, data: (flags & 2) === 0 ? data : data + 2 };
}

/** APPNOTE.TXT 6.3.10, sections 4.4.3 to 4.4.5: the newest version, the flags in use, and the methods. */
const ZIP_VERSION = 63;
const ZIP_FLAGS = 0x28ff;
const [STORED, DEFLATED] = [0, 8];
const ZIP_METHODS = [1, 2, 3, 4, 5, 6, DEFLATED, 9, 10, 12, 14, 16, 18, 19, 20, 93, 94, 95, 96, 97, 98, 99];

/**
 * A member's local header. Only a packed member holds more than its bytes show. Programs that handle zips
 * contain the signature with anything behind it.
 */
function zipStart(view: Buffer, at: number): Start | null {
  if (view.length < at + 30 || view.readUInt32BE(at) !== 0x504b0304) return null;
  const [flags, method] = [view.readUInt16LE(at + 6), view.readUInt16LE(at + 8)];
  const name = view.readUInt16LE(at + 26);
  const data = at + 30 + name + view.readUInt16LE(at + 28);
  const isSure =
    (view[at + 4] ?? 0) <= ZIP_VERSION &&
    (flags & ~ZIP_FLAGS) === 0 &&
    name > 0 &&
    data <= view.length &&
    isPrintable(view.subarray(at + 30, at + 30 + name));
  if (isSure && (flags & 1) !== 0) return sealed(at, 'its encrypted zip part cannot be unpacked');
  if (method === DEFLATED) return { how: 'zip', at, isSure, data };
  return isSure && method !== STORED && ZIP_METHODS.includes(method)
    ? sealed(at, 'its zip of an unknown method part cannot be unpacked')
    : null;
}

function isPrintable(text: Uint8Array): boolean {
  return text.every((byte) => byte >= 0x20);
}

function sealed(at: number, reason: string): Start {
  return { how: 'sealed', at, reason };
}
