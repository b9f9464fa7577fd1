import { Worker } from 'node:worker_threads';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { movableCopies } from '../threads/movable-copies.ts';
import { threadFile } from '../threads/thread-file.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { SearchAnswer, SearchTask } from './search-thread.ts';

const THREAD = threadFile('search-thread', import.meta.url);
const NOTHING = new Uint8Array();

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

/** What is moved to a thread is gone here, and graders still need it. */
async function copiesOf(outputs: readonly Output[]): Promise<Output[]> {
  const copies = await movableCopies(outputs.map(({ bytes }) => bytes ?? NOTHING));
  return outputs.map((output, index) => ({ ...output, bytes: output.bytes && (copies[index] ?? null) }));
}
