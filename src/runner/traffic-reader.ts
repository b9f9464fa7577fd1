import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RecordedTraffic } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { ReadingAnswer, ReadingTask } from './reading-thread.ts';

/** The extension is that of this file, because the built package holds JavaScript. */
const THREAD = new URL(`./reading-thread${extname(import.meta.url)}`, import.meta.url);

type Waiting = PromiseWithResolvers<ReadTrial>;

/**
 * Reads recorded traffic in a separate thread, shared by all trials of a run: each request repeats the
 * conversation, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  #thread: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  async read(recorded: RecordedTraffic): Promise<ReadTrial> {
    const waiting: Waiting = Promise.withResolvers();
    const id = this.#next++;
    this.#waiting.set(id, waiting);
    const thread = this.#started();
    // A pending read keeps the process from ending; an idle thread does not.
    thread.ref();
    const task: ReadingTask = { id, recorded };
    thread.postMessage(task);
    try {
      return await waiting.promise;
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#thread?.unref();
    }
  }

  [Symbol.dispose](): void {
    // Nobody waits for the thread to end: it holds nothing but memory.
    void this.#thread?.terminate();
  }

  #started(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(THREAD);
    thread.on('message', (answer: ReadingAnswer) => this.#settle(answer));
    thread.on('error', (error) => this.#fail(error));
    thread.on('exit', () => this.#fail(new Error('The thread that reads traffic has ended.')));
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ReadingAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('read' in answer) waiting?.resolve(answer.read);
    else waiting?.reject(new Error(answer.failure));
  }

  /** The next read gets another thread. */
  #fail(error: unknown): void {
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}
