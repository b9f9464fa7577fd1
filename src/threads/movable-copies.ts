import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of bytes after which other work gets a turn. */
const SLICE_BYTES = 16 * 1024 ** 2;
const BLOCK_BYTES = 1024 ** 2;

/** Copies bytes that are still needed here, so that the copies can be moved to a thread. */
export async function movableCopies(all: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const copies: Uint8Array<ArrayBuffer>[] = [];
  const copy = copyIntoBlocks();
  let sinceTurn = 0;
  for (const bytes of all) {
    copies.push(copy(bytes));
    sinceTurn += bytes.length;
    if (sinceTurn < SLICE_BYTES) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return copies;
}

/** Small ones share a block of memory, because each block takes time to transfer, and there may be thousands of them. */
function copyIntoBlocks(): (bytes: Uint8Array) => Uint8Array<ArrayBuffer> {
  let free = new Uint8Array();
  return (bytes) => {
    if (bytes.length > BLOCK_BYTES) return new Uint8Array(bytes);
    if (bytes.length > free.length) free = new Uint8Array(BLOCK_BYTES);
    const copy = free.subarray(0, bytes.length);
    copy.set(bytes);
    free = free.subarray(bytes.length);
    return copy;
  };
}
