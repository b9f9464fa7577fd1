import { createHash } from 'node:crypto';

const HEAD_BYTES = 12;
const HASH_BYTES = 20;
/** The places of mode, id, flags and path in an entry (gitformat-index(5)). */
const MODE_AT = 24;
const ID_AT = 40;
const FLAGS_AT = 60;
const PATH_AT = 62;
const IS_EXTENDED = 0x4000;
/** All but the length of the path: assumed unchanged, extended, and the stage of a merge. */
const FLAGS = 0xf000;

/**
 * Whether two indexes list the same files, in the same state, so that they differ in the times and places of files alone. An
 * index that cannot be read is like no other, and so is one with anything besides its list, which may be of other files.
 */
export function isSameIndex(one: Uint8Array, other: Uint8Array): boolean {
  // Only version 3 has extended flags, of two bytes an entry.
  if (other.length > 2 * one.length) return false;
  const listed = entriesOf(one);
  const found = entriesOf(other);
  return listed !== null && found !== null && listed.join('\n') === found.join('\n');
}

function entriesOf(index: Uint8Array): string[] | null {
  const bytes = Buffer.from(index.buffer, index.byteOffset, index.length);
  const end = bytes.length - HASH_BYTES;
  if (end < HEAD_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return null;
  if (!createHash('sha1').update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end))) return null;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return null;
  const entries: string[] = [];
  let at = HEAD_BYTES;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + PATH_AT >= end) return null;
    const flags = bytes.readUInt16BE(at + FLAGS_AT);
    const pathAt = at + PATH_AT + (flags & IS_EXTENDED ? 2 : 0);
    const pathEnd = bytes.indexOf(0, pathAt);
    if (pathEnd === -1 || pathEnd >= end) return null;
    entries.push(
      [
        ...[bytes.readUInt32BE(at + MODE_AT), flags & FLAGS],
        ...[bytes.toString('hex', at + ID_AT, at + FLAGS_AT), bytes.toString('hex', at + PATH_AT, pathEnd)],
      ].join(' '),
    );
    at += 8 * (Math.floor((pathEnd - at) / 8) + 1);
  }
  return at === end ? entries : null;
}
