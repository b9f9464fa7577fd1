import { excerptOf } from '../../checks/findings/excerpt.ts';
import { twoReadings } from './two-readings.ts';
import { type ZipEnd, type ZipListed, zipEnd, zipListing } from './zip-directory.ts';
import { type ExtraFields, extraFields, zip64Values } from './zip-extra-fields.ts';

/** An entry of a zip with its packed bytes, as every program finds it. */
export type ZipContent = ZipListed & { place: string; packed: Buffer };

const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
/** How well it is compressed says nothing about how to unpack it. */
const FLAGS_THAT_COUNT = ~0b110;
const HAS_DESCRIPTOR = 0x8;
const STORED = 0;
const SIGNATURES = ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/**
 * Reads a zip in which the directory and the headers before the files say the same, and nothing lies between the files.
 * Programs go by either of them, and one that reads from a stream takes for an entry whatever looks like one.
 */
export function zipContents(bytes: Uint8Array): ZipContent[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = zipEnd(zip);
  const listed = zipListing(zip, end);
  requireAdjacent(zip, listed, end);
  return listed.map((entry) => contentOf(zip, entry));
}

function requireAdjacent(zip: Buffer, listed: readonly ZipListed[], { start: directory }: ZipEnd): void {
  const ordered = listed.toSorted((a, b) => a.offset - b.offset);
  let end = 0;
  for (const [index, entry] of ordered.entries()) {
    const next = ordered[index + 1]?.offset ?? directory;
    if (entry.offset !== end) {
      throw twoReadings({
        place: placeOf(entry),
        expected: `an entry at byte ${end}`,
        found: 'other data there',
      });
    }
    requireSame(zip, entry, next);
    end = next;
  }
  if (end === directory) return;
  const place = `The directory of the zip (at byte ${directory})`;
  throw twoReadings({ place, expected: `it at byte ${end}, after the files`, found: 'other data there' });
}

/** Compares the header before a file, and what follows the file, with the directory. */
function requireSame(zip: Buffer, entry: ZipListed, next: number): void {
  const at = entry.offset;
  const isHeader = at + HEADER_BYTES <= next && zip.readUInt32LE(at) === HEADER_SIGNATURE;
  const start = isHeader ? startOf(zip, at) : Number.POSITIVE_INFINITY;
  requireThat(start + entry.packedBytes <= next, entry, ['a header and its content', 'less']);
  const name = zip.subarray(at + HEADER_BYTES, at + HEADER_BYTES + zip.readUInt16LE(at + 26));
  const shown = JSON.stringify(excerptOf(name.toString()));
  requireThat(name.equals(entry.name), entry, ['the same name before the file', shown]);
  const flags = zip.readUInt16LE(at + 6);
  const isSameFlags = (flags & FLAGS_THAT_COUNT) === (entry.flags & FLAGS_THAT_COUNT);
  requireThat(isSameFlags, entry, [`the flags ${entry.flags} before the file`, `${flags}`]);
  const method = zip.readUInt16LE(at + 8);
  requireThat(method === entry.method, entry, [`the method ${entry.method} before the file`, `${method}`]);
  const fields = extraFields(zip.subarray(at + HEADER_BYTES + name.length, start), { name, at });
  requireSizes(zip, entry, fields);
  requireNextAt(zip.subarray(start + entry.packedBytes, next), entry);
}

/** A header that was written before its file leaves the sizes to the record after it. */
function requireSizes(zip: Buffer, entry: ZipListed, fields: ExtraFields): void {
  const at = entry.offset;
  const [unpackedBytes, packedBytes] = zip64Values(
    [zip.readUInt32LE(at + 22), zip.readUInt32LE(at + 18)],
    fields,
    at,
  );
  const wanted = [entry.checksum, entry.packedBytes, entry.unpackedBytes];
  const found = [zip.readUInt32LE(at + 14), packedBytes, unpackedBytes];
  const isOpen = (entry.flags & HAS_DESCRIPTOR) !== 0;
  const isSame = found.every((value, index) => value === wanted[index] || (isOpen && value === 0));
  requireThat(isSame, entry, [`checksum and sizes ${wanted.join(', ')} before the file`, found.join(', ')]);
}

const DESCRIPTOR_SIGNATURE = Buffer.from('PK\x07\x08', 'latin1');

/** What follows a file is the next entry, or the record with its sizes (APPNOTE.TXT 4.3.9). */
function requireNextAt(rest: Buffer, entry: ZipListed): void {
  if ((entry.flags & HAS_DESCRIPTOR) === 0) {
    requireThat(rest.length === 0, entry, ['the next entry after the file', `${rest.length} bytes`]);
    return;
  }
  const isKnown = descriptorsOf(entry).some((one) => one.equals(rest));
  requireThat(isKnown, entry, ['a record of its sizes after the file', `${rest.length} other bytes`]);
}

function descriptorsOf({ checksum, packedBytes, unpackedBytes }: ZipListed): Buffer[] {
  const [short, long] = [Buffer.alloc(12), Buffer.alloc(20)];
  for (const one of [short, long]) one.writeUInt32LE(checksum);
  short.writeUInt32LE(packedBytes % 2 ** 32, 4);
  short.writeUInt32LE(unpackedBytes % 2 ** 32, 8);
  long.writeBigUInt64LE(BigInt(packedBytes), 4);
  long.writeBigUInt64LE(BigInt(unpackedBytes), 12);
  return [short, long].flatMap((one) => [one, Buffer.concat([DESCRIPTOR_SIGNATURE, one])]);
}

function contentOf(zip: Buffer, entry: ZipListed): ZipContent {
  const start = startOf(zip, entry.offset);
  const packed = zip.subarray(start, start + entry.packedBytes);
  const isOpen = (entry.flags & HAS_DESCRIPTOR) !== 0 && entry.method === STORED;
  const hasSignature = isOpen && SIGNATURES.some((signature) => packed.includes(signature, 0, 'latin1'));
  requireThat(!hasSignature, entry, [
    'a file whose end every reader finds',
    'one that contains records of a zip',
  ]);
  return { ...entry, place: placeOf(entry), packed };
}

/** Where the packed bytes of an entry begin, whose header is at this place. */
function startOf(zip: Buffer, at: number): number {
  return at + HEADER_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
}

function requireThat(holds: boolean, entry: ZipListed, [expected, found]: readonly [string, string]): void {
  if (!holds) throw twoReadings({ place: placeOf(entry), expected, found });
}

function placeOf({ name, offset }: ZipListed): string {
  return `${excerptOf(name.toString())} (at byte ${offset})`;
}
