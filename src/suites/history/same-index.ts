import { createHash } from 'node:crypto';

const HEAD_BYTES = 12;
const HASH_BYTES = 20;
/** The offsets of fields in an entry, which begins with times (gitformat-index(5)). */
const MODE_AT = 24;
const OWNER_AT = 28;
const ID_AT = 40;
const PATH_AT = 62;

/**
 * Whether Git reads the same from two indexes, the first of which the harness wrote. Git may have noted other times, places,
 * owners and sizes of files; all other bytes are compared, whatever they mean to Git, and the digest at the end has to be right.
 */
export function isSameIndex(given: Uint8Array, left: Uint8Array): boolean {
  if (left.length !== given.length) return false;
  const restored = Buffer.from(left);
  const end = restored.length - HASH_BYTES;
  const digest = createHash('sha1').update(restored.subarray(0, end)).digest();
  if (!digest.equals(restored.subarray(end))) return false;
  for (const at of entriesOf(given)) {
    restored.set(given.subarray(at, at + MODE_AT), at);
    restored.set(given.subarray(at + OWNER_AT, at + ID_AT), at + OWNER_AT);
  }
  return restored.subarray(0, end).equals(given.subarray(0, end));
}

/** Where the entries of an index begin that `indexOf` has written: it has no extended flags, and nothing behind its entries. */
function entriesOf(given: Uint8Array): number[] {
  const places: number[] = [];
  let at = HEAD_BYTES;
  while (at < given.length - HASH_BYTES) {
    places.push(at);
    at += 8 * (Math.floor((given.indexOf(0, at + PATH_AT) - at) / 8) + 1);
  }
  return places;
}
