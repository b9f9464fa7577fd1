import { Worker } from 'node:worker_threads';
import { threadFile } from '../base/thread-file.ts';
import { WorkerQueue } from '../base/worker-queue.ts';
import type { RecordedTraffic } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

const THREAD = threadFile('reading-thread', import.meta.url);

/**
 * Reads recorded traffic in a thread, which all trials of a run share: a conversation is repeated with each of
 * its requests, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  readonly #queue = new WorkerQueue<RecordedTraffic, ReadTrial>(() => new Worker(THREAD));

  read(recorded: RecordedTraffic, signal?: AbortSignal): Promise<ReadTrial> {
    return this.#queue.ask(recorded, signal);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
