import { Worker } from 'node:worker_threads';
import { threadFile } from '../../threads/thread-file.ts';
import { OutOfTimeError, WorkerQueue } from '../../threads/worker-queue.ts';
import type { JudgingTask } from './content-thread.ts';
import type { ContentVerdict } from './content-verdict.ts';

const THREAD = threadFile('content-thread', import.meta.url);
const MAX_MS = 20_000;

type Options = { maxMs?: number };

/**
 * Judges the contents of files in a thread, which all trials of a run share. The time is at most linear in a file's
 * length for nearly everything that a suite can ask for, but a file may have many megabytes.
 */
export class ContentJudge implements Disposable {
  readonly #queue: WorkerQueue<JudgingTask, ContentVerdict>;

  constructor({ maxMs = MAX_MS }: Options = {}) {
    this.#queue = new WorkerQueue(() => new Worker(THREAD), { maxMs });
  }

  /** `null` if that cannot be told in time. */
  async judge({ spec, found, given }: JudgingTask, signal?: AbortSignal): Promise<ContentVerdict | null> {
    try {
      // A view would take all of the buffer behind it to the thread.
      const own = { found: new Uint8Array(found), given: given === null ? null : new Uint8Array(given) };
      return await this.#queue.ask({ spec, ...own }, signal);
    } catch (error) {
      if (error instanceof OutOfTimeError) return null;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
