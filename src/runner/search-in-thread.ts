import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { threadFile } from '../threads/thread-file.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { SearchAnswer, SearchTask } from './search-thread.ts';

const THREAD = threadFile('search-thread', import.meta.url);
/** The number of bytes after which the other trials get a turn. */
const SLICE_BYTES = 16 * 1024 ** 2;
const BLOCK_BYTES = 1024 ** 2;

/** Queues whose threads have nothing to do. They are used again, because starting a thread takes a while. */
const idle: WorkerQueue<SearchTask, SearchAnswer>[] = [];
const MOST_IDLE = 4;

/**
 * Searches in a separate thread: a search may take half a minute, in which the gateway keeps serving
 * the other trials, so that what one trial left does not count as time of another. No two searches share
 * a thread at a time, so that none waits for another. If the thread runs out of memory, nothing else fails.
 */
export async function searchInThread(
  { canaries, outputs }: SearchTask,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const copies = await copiesOf(outputs);
  const queue = idle.pop() ?? new WorkerQueue(() => new Worker(THREAD), { moved });
  let isFree = false;
  try {
    const answer = await queue.ask({ canaries, outputs: copies }, signal);
    isFree = idle.length < MOST_IDLE;
    return answer;
  } finally {
    if (isFree) idle.push(queue);
    else queue[Symbol.dispose]();
  }
}

/** All outputs are copies that nobody else has. */
function moved({ outputs }: SearchTask): ArrayBuffer[] {
  const buffers = outputs.map(({ bytes }) => bytes?.buffer);
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
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
