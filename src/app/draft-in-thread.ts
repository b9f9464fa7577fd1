import { Worker } from 'node:worker_threads';
import { AssayError } from '../base/assay-error.ts';
import type { DraftTask } from '../foreign/read-draft.ts';
import { threadFile } from '../threads/thread-file.ts';
import { OutOfTimeError, WorkerQueue } from '../threads/worker-queue.ts';
import type { DraftAnswer } from './draft-thread.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';

const THREAD = threadFile('draft-thread', import.meta.url);
/** Far more than any tasks need that somebody wrote. */
const MAX_MS = 60_000;
const MAX_MEMORY_MIB = 1024;

/**
 * Reads foreign tasks in a thread. The reading does not return to the event loop, which has to hear of a Ctrl-C meanwhile, and
 * ends with an error if the source is made to take all time or memory.
 */
export async function draftInThread(task: DraftTask, signal?: AbortSignal): Promise<DraftAnswer> {
  const startThread = () =>
    new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB } });
  using queue = new WorkerQueue<DraftTask, DraftAnswer>(startThread, { maxMs: MAX_MS });
  try {
    return await queue.ask(task, signal);
  } catch (cause) {
    await requireUninterrupted(signal, 'reading tasks');
    const limit = limitIn(cause);
    if (limit === null) throw cause;
    const problem = `${task.path}: expected tasks that can be read with ${limit}, and these cannot.`;
    throw new AssayError('INPUT_INVALID', `${problem} Import fewer tasks at once.`, { cause });
  }
}

/** The limit that has ended the thread; `null` for any other failure. */
function limitIn(cause: unknown): string | null {
  if (cause instanceof OutOfTimeError) return `${MAX_MS / 1000} seconds of a processor`;
  const isMemory = cause instanceof Error && Reflect.get(cause, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? `${MAX_MEMORY_MIB} MiB of memory` : null;
}
