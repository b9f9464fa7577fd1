import { Worker } from 'node:worker_threads';
import { threadFile } from '../base/thread-file.ts';
import { WorkerQueue } from '../base/worker-queue.ts';
import type { ReadingAnswer, ReadingTask } from './reading-thread.ts';

const THREAD = threadFile('reading-thread', import.meta.url);

/**
 * Reads recorded traffic in a thread, which all trials of a run share: a conversation is repeated with each of
 * its requests, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  readonly #queue = new WorkerQueue<ReadingTask, ReadingAnswer>(() => new Worker(THREAD));

  read(recorded: ReadingTask, signal?: AbortSignal): Promise<ReadingAnswer> {
    return this.#queue.ask(recorded, signal);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
