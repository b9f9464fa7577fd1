import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Layer } from './layer.ts';
import { unpackStream } from './unpack-stream.ts';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

type Chunk = { type: string; data: Buffer };

type Picture = { layers: Layer[]; end: number };

/**
 * The contents of a PNG picture: its unpacked rows, its pixels, and all else; `null` if it cannot be unpacked
 * (PNG specification, third edition, sections 5, 7 and 9). Rows of anything but noise are far from random,
 * because each holds the differences from its neighbors.
 */
export function pngLayers(view: Buffer, maxBytes: number): Picture | null {
  const { chunks, end } = chunksOf(view);
  const isPixels = ({ type }: Chunk) => type === 'IDAT';
  const others = Buffer.concat(chunks.filter((chunk) => !isPixels(chunk)).map(({ data }) => data));
  const packed = Buffer.concat(chunks.filter(isPixels).map(({ data }) => data));
  const told: Layer = { how: 'png', bytes: others, mayHide: true };
  if (packed.length === 0) return { layers: [told], end };
  const rows = unpackStream('zlib', packed.subarray(2), {
    ...{ maxInputLength: packed.length, maxOutputLength: maxBytes, mayBreakOff: true },
  });
  if (rows.kind === 'larger') return { layers: [told, { unsearched: 'its png part is too large' }], end };
  if (rows.kind !== 'unpacked') return null;
  const after = packed.subarray(2 + rows.used + CHECKSUM_BYTES);
  const pixels = pixelsOf(rows.bytes, chunks.find(({ type }) => type === 'IHDR')?.data);
  return {
    layers: [
      told,
      { how: 'png', bytes: rows.bytes, mayHide: true },
      ...(pixels === null ? [] : [{ how: 'png', bytes: pixels, mayHide: false }]),
      ...(after.length === 0 ? [] : [{ how: 'png', bytes: after, mayHide: true }]),
    ],
    end,
  };
}

/** The checksum at the end of the stream of pixels, and of each chunk. */
const CHECKSUM_BYTES = 4;

function chunksOf(view: Buffer): { chunks: Chunk[]; end: number } {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 8 <= view.length && chunks.at(-1)?.type !== 'IEND') {
    const data = at + 8;
    const end = data + view.readUInt32BE(at);
    if (end + CHECKSUM_BYTES > view.length) break;
    if (crc32(view.subarray(at + 4, end)) !== view.readUInt32BE(end)) break;
    chunks.push({ type: view.toString('latin1', at + 4, data), data: view.subarray(data, end) });
    at = end + CHECKSUM_BYTES;
  }
  return { chunks, end: at };
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * `null` if the rows do not follow from the header, as in an interlaced picture,
 * whose rows have several sizes.
 */
function pixelsOf(rows: Uint8Array, header: Buffer | undefined): Uint8Array | null {
  if (header === undefined || header.length < 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = (header[8] ?? 0) * (SAMPLES[header[9] ?? -1] ?? 0);
  const rowBytes = Math.ceil((width * bits) / 8);
  if (header[12] !== 0 || rowBytes === 0 || rows.length !== height * (rowBytes + 1)) return null;
  return unfiltered(rows, rowBytes, Math.max(1, bits / 8));
}

function unfiltered(rows: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const pixels = new Uint8Array((rows.length / (rowBytes + 1)) * rowBytes);
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
