import { Pace } from './pace.ts';

/** The bytes that are copied before the trials under way get a turn. */
const PORTION_BYTES = 1024 * 1024;

/** Copies bytes into memory that threads share: sending them copies nothing, however many there are. */
export async function sharedCopies(all: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pace = new Pace(PORTION_BYTES);
  const copies: Uint8Array[] = [];
  for (const bytes of all) {
    const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
    for (let at = 0; at < bytes.length; at += PORTION_BYTES) {
      const portion = bytes.subarray(at, at + PORTION_BYTES);
      copy.set(portion, at);
      await pace.spend(portion.length);
    }
    copies.push(copy);
  }
  return copies;
}
