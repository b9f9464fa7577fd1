import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { movableBuffers, PortionJoiner } from '../threads/portions.ts';
import { threadFile } from '../threads/thread-file.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { ReadingAnswer, ReadingTask } from './reading-thread.ts';

const THREAD = threadFile('reading-thread', import.meta.url);

/**
 * Reads recorded traffic in a thread, which all trials of a run share: a conversation is repeated with each of
 * its requests, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  readonly #queue = new WorkerQueue<ReadingTask, ReadingAnswer>(() => new Worker(THREAD), {
    moved: ({ log }) => movableBuffers([log]),
  });

  /** Takes the log along: its bytes may be hundreds of megabytes, and are gone here once the thread has them. */
  async read(recorded: ReadingTask, signal?: AbortSignal): Promise<ReadTrial> {
    const joiner = new PortionJoiner<ReadTrial>();
    for (const portion of await this.#queue.ask(recorded, signal)) {
      joiner.add(portion);
      await nextTurn();
    }
    return joiner.value;
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
