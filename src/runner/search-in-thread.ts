import { once } from 'node:events';
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Output } from '../probes/canary/canary-searcher.ts';
import type { SearchAnswer, SearchTask } from './search-thread.ts';

/** The built package holds JavaScript. */
const THREAD = new URL(`./search-thread${extname(import.meta.url)}`, import.meta.url);
/** Bytes after which the other trials have their turn. */
const SLICE_BYTES = 16 * 1024 ** 2;

/**
 * Searches in a thread of its own: it may take half a minute, in which the gateway goes on to serve the trials beside it, so that
 * what one trial left does not count as time of another. A thread that runs out of memory ends alone.
 */
export async function searchInThread(
  { canaries, outputs }: SearchTask,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const copies = await copiesOf(outputs);
  const transferList = copies.flatMap(({ bytes }) => (bytes === null ? [] : [bytes.buffer]));
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

/** What is given to a thread is gone here, and graders still need it. */
async function copiesOf(outputs: readonly Output[]): Promise<Copy[]> {
  const copies: Copy[] = [];
  let sinceTurn = 0;
  for (const output of outputs) {
    const { bytes } = output;
    copies.push({ ...output, bytes: bytes === null ? null : new Uint8Array(bytes) });
    sinceTurn += bytes?.length ?? 0;
    if (sinceTurn < SLICE_BYTES) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return copies;
}
