import { crc32 } from 'node:zlib';
import { inflateWithin } from './inflate-within.ts';
import { twoReadings } from './two-readings.ts';

/**
 * Unpacks a gzip of exactly one member (RFC 1952). Some programs read further members, or skip zeros before them,
 * and others do not. Returns `null` if it unpacks to more than `maxBytes`.
 */
export async function gunzipMember(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | null> {
  const gzip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = startOfData(gzip);
  const inflated = await inflateWithin(gzip.subarray(start), maxBytes);
  if (inflated === null) return null;
  const { content, packedBytes } = inflated;
  const end = start + packedBytes;
  requireAt(end, gzip.length - end === TRAILER_BYTES, {
    expected: 'the end of the file after its one gzip member',
    found: `${gzip.length - end - TRAILER_BYTES} more bytes`,
  });
  requireAt(end, gzip.readUInt32LE(end) === crc32(content), {
    expected: 'the checksum of the data',
    found: 'another one',
  });
  requireAt(end + 4, gzip.readUInt32LE(end + 4) === content.byteLength % 2 ** 32, {
    expected: `the length of the data, ${content.byteLength}`,
    found: `${gzip.readUInt32LE(end + 4)}`,
  });
  return content;
}

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const [CHECKSUM, EXTRA, NAME, COMMENT, RESERVED] = [0x02, 0x04, 0x08, 0x10, 0xe0];

function startOfData(gzip: Buffer): number {
  const isWhole = gzip.length >= HEADER_BYTES + TRAILER_BYTES;
  requireAt(0, isWhole, { expected: 'a gzip', found: `${gzip.length} bytes` });
  const [, , method = 0, flags = 0] = gzip;
  const isKnown = method === DEFLATE && (flags & (RESERVED | CHECKSUM)) === 0;
  requireAt(2, isKnown, {
    expected: 'a gzip header without reserved flags',
    found: `method ${method}, flags ${flags}`,
  });
  const afterExtra = flags & EXTRA ? HEADER_BYTES + 2 + gzip.readUInt16LE(HEADER_BYTES) : HEADER_BYTES;
  const afterName = flags & NAME ? afterText(gzip, afterExtra) : afterExtra;
  return flags & COMMENT ? afterText(gzip, afterName) : afterName;
}

function afterText(gzip: Buffer, start: number): number {
  const end = gzip.indexOf(0, start);
  requireAt(start, end !== -1, { expected: 'a text that a NUL ends', found: 'none' });
  return end + 1;
}

function requireAt(offset: number, holds: boolean, what: { expected: string; found: string }): void {
  if (!holds) throw twoReadings({ place: `The gzip (at byte ${offset})`, ...what });
}
