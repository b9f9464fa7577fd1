import { Worker } from 'node:worker_threads';
import { threadFile } from '../../threads/thread-file.ts';
import { OutOfTimeError, WorkerQueue } from '../../threads/worker-queue.ts';
import type { MatchTask } from './pattern-thread.ts';

const THREAD = threadFile('pattern-thread', import.meta.url);
const MAX_MS = 20_000;

type Options = { maxMs?: number };

/**
 * Matches patterns against files in a thread, which all trials of a run share. The time is linear in a file's
 * length, but for some patterns so long for each character that a file of many megabytes takes minutes.
 */
export class PatternMatcher implements Disposable {
  readonly #queue: WorkerQueue<MatchTask, boolean>;

  constructor({ maxMs = MAX_MS }: Options = {}) {
    this.#queue = new WorkerQueue(() => new Worker(THREAD), { maxMs });
  }

  /** `null` if that cannot be told in time. */
  async matches(pattern: string, content: Uint8Array, signal?: AbortSignal): Promise<boolean | null> {
    try {
      // A view would take all of the buffer behind it to the thread.
      return await this.#queue.ask({ pattern, content: new Uint8Array(content) }, signal);
    } catch (error) {
      if (error instanceof OutOfTimeError) return null;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
