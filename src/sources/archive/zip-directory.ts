import { twoReadings } from './two-readings.ts';
import { extraFields, zip64Values } from './zip-extra-fields.ts';

/** Where the directory of a zip lies, as the record at the end says. */
export type ZipEnd = { entries: number; start: number; end: number };

/** An entry of the directory of a zip. */
export type ZipListed = {
  name: Buffer;
  flags: number;
  method: number;
  checksum: number;
  packedBytes: number;
  unpackedBytes: number;
  /** Where its own header begins. */
  offset: number;
};

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const [FULL_16, FULL_32] = [0xffff, 0xffffffff];

/**
 * Finds the directory of a zip (APPNOTE.TXT 4.3). It lies right before the records at the end, of which the last one ends
 * with the file: programs search for them in different ways, and could find other directories.
 */
export function zipEnd(zip: Buffer): ZipEnd {
  const at = zip.lastIndexOf(END_SIGNATURE);
  const place = `The end of the zip (at byte ${Math.max(at, 0)})`;
  if (at === -1 || at + END_BYTES > zip.length) {
    throw twoReadings({ place, expected: 'the record that ends a zip', found: 'none: the zip is cut short' });
  }
  const after = zip.length - at - END_BYTES;
  const comment = zip.readUInt16LE(at + 20);
  if (comment !== after) {
    throw twoReadings({ place, expected: `${comment} bytes of comment`, found: `${after} bytes` });
  }
  const hasLocator = at >= LOCATOR_BYTES && zip.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_SIGNATURE;
  const end64 = hasLocator ? readEnd64(zip, at - LOCATOR_BYTES) : null;
  return directoryPlace(zip, { at, end64, place });
}

type End64 = { at: number; entries: number; bytes: number; start: number };

function readEnd64(zip: Buffer, locator: number): End64 {
  const at = longAt(zip, locator + 8);
  const place = `The ZIP64 record (at byte ${at})`;
  const isThere = at === locator - END64_BYTES && zip.readUInt32LE(at) === END64_SIGNATURE;
  if (!isThere || longAt(zip, at + 4) !== END64_BYTES - 12) {
    const found = isThere ? 'a longer one' : 'none';
    throw twoReadings({ place, expected: `one at byte ${locator - END64_BYTES}, before its locator`, found });
  }
  const entries = longAt(zip, at + 32);
  const isOneDisk = zip.readUInt32LE(at + 16) === 0 && zip.readUInt32LE(at + 20) === 0;
  if (!isOneDisk || longAt(zip, at + 24) !== entries || zip.readUInt32LE(locator + 4) !== 0) {
    throw twoReadings({ place, expected: 'an archive in one part', found: 'a part of one' });
  }
  return { at, entries, bytes: longAt(zip, at + 40), start: longAt(zip, at + 48) };
}

function directoryPlace(
  zip: Buffer,
  { at, end64, place }: { at: number; end64: End64 | null; place: string },
): ZipEnd {
  const isOneDisk =
    [0, FULL_16].includes(zip.readUInt16LE(at + 4)) && [0, FULL_16].includes(zip.readUInt16LE(at + 6));
  const entries = fieldOf(zip.readUInt16LE(at + 10), FULL_16, end64?.entries, place);
  if (!isOneDisk || zip.readUInt16LE(at + 8) !== zip.readUInt16LE(at + 10)) {
    throw twoReadings({ place, expected: 'an archive in one part', found: 'a part of one' });
  }
  const bytes = fieldOf(zip.readUInt32LE(at + 12), FULL_32, end64?.bytes, place);
  const start = fieldOf(zip.readUInt32LE(at + 16), FULL_32, end64?.start, place);
  const end = end64?.at ?? at;
  if (start + bytes === end) return { entries, start, end };
  const found = `one of ${bytes} bytes at byte ${start}`;
  throw twoReadings({ place, expected: `a directory that ends at byte ${end}`, found });
}

/** The value of a field of the last record, which the ZIP64 record repeats, or has in its place if it is full. */
function fieldOf(value: number, full: number, value64: number | undefined, place: string): number {
  if (value64 === undefined || value64 === value) return value;
  if (value === full) return value64;
  throw twoReadings({ place, expected: `${value64}, as in the ZIP64 record`, found: `${value}` });
}

const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;

export function zipListing(zip: Buffer, { entries, start, end }: ZipEnd): ZipListed[] {
  const listed: ZipListed[] = [];
  let at = start;
  while (listed.length < entries) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) break;
    const length = zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (at + ENTRY_BYTES + length > end) break;
    listed.push(entryAt(zip, at));
    at += ENTRY_BYTES + length;
  }
  if (listed.length === entries && at === end) return listed;
  const place = `The directory of the zip (at byte ${at})`;
  throw twoReadings({
    place,
    expected: `${entries} entries up to byte ${end}`,
    found: `${listed.length} entries`,
  });
}

function entryAt(zip: Buffer, at: number): ZipListed {
  const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
  const name = zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
  const extra = zip.subarray(at + ENTRY_BYTES + nameLength, at + ENTRY_BYTES + nameLength + extraLength);
  const written = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const [unpackedBytes = 0, packedBytes = 0, offset = 0] = zip64Values(
    written,
    extraFields(extra, { name, at }),
    at,
  );
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  return { name, flags, method, checksum: zip.readUInt32LE(at + 16), packedBytes, unpackedBytes, offset };
}

/** Beyond 2^53 it is not exact, and far beyond any file. */
function longAt(bytes: Buffer, at: number): number {
  return at >= 0 && at + 8 <= bytes.length ? Number(bytes.readBigUInt64LE(at)) : Number.NaN;
}
