import { Worker } from 'node:worker_threads';
import type { Output } from '../probes/canary/canary-searcher.ts';
import { movableCopies } from '../threads/movable-copies.ts';
import { threadFile } from '../threads/thread-file.ts';
import { threadPool } from '../threads/thread-pool.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { SearchAnswer, SearchTask } from './search-thread.ts';

const THREAD = threadFile('search-thread', import.meta.url);
const threads = threadPool(() => new Worker(THREAD));
const NOTHING = new Uint8Array();

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
  using queue = new WorkerQueue<SearchTask, SearchAnswer>(threads.take, { moved, keep: threads.keep });
  return await queue.ask({ canaries, outputs: copies }, signal);
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
