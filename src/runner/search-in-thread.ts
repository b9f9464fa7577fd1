import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { threadFile } from '../threads/thread-file.ts';
import type { SearchAnswer, SearchTask } from './search-thread.ts';

const THREAD = threadFile('search-thread', import.meta.url);
/** The number of bytes after which the other trials get a turn. */
const SLICE_BYTES = 16 * 1024 ** 2;
const BLOCK_BYTES = 1024 ** 2;

/**
 * Searches in a separate thread: a search may take half a minute, in which the gateway keeps serving
 * the other trials, so that what one trial left does not count as time of another. If the thread runs
 * out of memory, nothing else fails.
 */
export async function searchInThread(
  { canaries, outputs }: SearchTask,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const copies = await copiesOf(outputs);
  const transferList = [...new Set(copies.flatMap(({ bytes }) => bytes?.buffer ?? []))];
  const task: SearchTask = { canaries, outputs: copies };
  signal.throwIfAborted();
  const thread = new Worker(THREAD, { workerData: task, transferList });
  const exit = once(thread, 'exit');
  const answer: Promise<SearchAnswer[]> = once(thread, 'message', { signal });
  try {
    const [found] = await Promise.race([answer, exit.then(() => [])]);
    if (found === undefined) throw new Error('The thread that searches ended without an answer.');
    return found;
  } finally {
    await thread.terminate();
  }
}

type Copy = Omit<Output, 'bytes'> & { bytes: Uint8Array<ArrayBuffer> | null };

/** Copies the outputs, because what is transferred to a thread is gone here, and graders still need it. */
async function copiesOf(outputs: readonly Output[]): Promise<Copy[]> {
  const copies: Copy[] = [];
  const copy = copyIntoBlocks();
  let sinceTurn = 0;
  for (const output of outputs) {
    const { bytes } = output;
    copies.push({ ...output, bytes: bytes === null ? null : copy(bytes) });
    sinceTurn += bytes?.length ?? 0;
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
