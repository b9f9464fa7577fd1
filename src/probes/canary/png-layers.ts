import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Layer } from './layer.ts';
import { unpackStream } from './unpack-stream.ts';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

type Chunk = { type: string; data: Buffer };

type Picture = { layers: Layer[]; end: number };

/**
 * The contents of a PNG picture: its unpacked rows, its pixels, and all else; `null` if no header follows the
 * signature, as in programs that deal with pictures (PNG specification, third edition, sections 5, 7 and 9).
 * Rows of anything but noise are far from random, because each holds the differences from its neighbors.
 */
export function pngLayers(view: Buffer, maxBytes: number): Picture | null {
  const { chunks, end } = chunksOf(view);
  const header = chunks[0]?.type === 'IHDR' ? chunks[0].data : null;
  if (header === null || header.length < HEADER_BYTES) return null;
  const isPixels = ({ type }: Chunk) => type === 'IDAT';
  const others = Buffer.concat(chunks.filter((chunk) => !isPixels(chunk)).map(({ data }) => data));
  const packed = Buffer.concat(chunks.filter(isPixels).map(({ data }) => data));
  const told: Layer = { how: 'png', bytes: others, mayHide: true };
  if (packed.length === 0) return { layers: [told], end };
  const rows = unpackStream('zlib', packed.subarray(2), {
    ...{ maxInputLength: packed.length, maxOutputLength: maxBytes, mayBreakOff: true },
  });
  if (rows.kind !== 'unpacked') {
    const reason = rows.kind === 'larger' ? TOO_LARGE : NOT_UNPACKED;
    return { layers: [told, { how: 'png', bytes: packed, mayHide: true }, reason], end };
  }
  const after = packed.subarray(2 + rows.used + CHECKSUM_BYTES);
  const pixels = pixelsOf(rows.bytes, header);
  const isAnimated = chunks.some(({ type }) => type === 'fdAT');
  return {
    layers: [
      told,
      { how: 'png', bytes: rows.bytes, mayHide: true },
      pixels === null ? NOT_UNPACKED : { how: 'png', bytes: pixels, mayHide: false },
      ...(isAnimated ? [NOT_UNPACKED] : []),
      ...(after.length === 0 ? [] : [{ how: 'png', bytes: after, mayHide: true }]),
    ],
    end,
  };
}

const TOO_LARGE: Layer = { unsearched: 'its png part is too large' };
const NOT_UNPACKED: Layer = { unsearched: 'its png part cannot be unpacked' };
const HEADER_BYTES = 13;
/** The checksum at the end of the stream of pixels, and of each chunk. */
const CHECKSUM_BYTES = 4;

/** Only the header needs a correct checksum, and the last chunk may be cut off; viewers show such pictures. */
function chunksOf(view: Buffer): { chunks: Chunk[]; end: number } {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 8 <= view.length && chunks.at(-1)?.type !== 'IEND') {
    const data = at + 8;
    const end = Math.min(data + view.readUInt32BE(at), view.length);
    if (chunks.length === 0 && !hasChecksum(view, at + 4, end)) break;
    chunks.push({ type: view.toString('latin1', at + 4, data), data: view.subarray(data, end) });
    at = Math.min(end + CHECKSUM_BYTES, view.length);
  }
  return { chunks, end: at };
}

function hasChecksum(view: Buffer, from: number, end: number): boolean {
  return end + CHECKSUM_BYTES <= view.length && crc32(view.subarray(from, end)) === view.readUInt32BE(end);
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * The pixels of all the rows that there are, however many the header names; `null` if their size does not follow
 * from it, as in an interlaced picture, whose rows have several sizes.
 */
function pixelsOf(rows: Uint8Array, header: Buffer): Uint8Array | null {
  const width = header.readUInt32BE(0);
  const bits = (header[8] ?? 0) * (SAMPLES[header[9] ?? -1] ?? 0);
  const rowBytes = Math.ceil((width * bits) / 8);
  if (header[12] !== 0 || rowBytes === 0) return null;
  return unfiltered(rows, rowBytes, Math.max(1, bits / 8));
}

function unfiltered(rows: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const pixels = new Uint8Array(rows.length - Math.ceil(rows.length / (rowBytes + 1)));
  for (let at = 0; at < pixels.length; at++) {
    const [row, column] = [Math.floor(at / rowBytes), at % rowBytes];
    const left = column < pixelBytes ? 0 : (pixels[at - pixelBytes] ?? 0);
    const up = row === 0 ? 0 : (pixels[at - rowBytes] ?? 0);
    const corner = row === 0 || column < pixelBytes ? 0 : (pixels[at - rowBytes - pixelBytes] ?? 0);
    const filter = rows[row * (rowBytes + 1)] ?? 0;
    pixels[at] = (rows[at + row + 1] ?? 0) + predicted(filter, left, up, corner);
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? nearest(left, up, corner) : 0;
}

/** Section 9.4: the Paeth predictor. */
function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
