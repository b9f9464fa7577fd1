import { Worker } from 'node:worker_threads';
import { threadFile } from '../base/thread-file.ts';
import type { RecordedTraffic } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { ReadingAnswer, ReadingTask } from './reading-thread.ts';

const THREAD = threadFile('reading-thread', import.meta.url);

/** One record that is to be read, and whoever waits for it. */
type Waiting = PromiseWithResolvers<ReadTrial> & { task: ReadingTask };

/**
 * Reads recorded traffic in a thread of its own, which all trials of a run share: a conversation is repeated with each of its
 * requests, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  #thread: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  async read(recorded: RecordedTraffic, signal?: AbortSignal): Promise<ReadTrial> {
    signal?.throwIfAborted();
    const task = { id: this.#next++, recorded };
    const waiting: Waiting = { ...Promise.withResolvers(), task };
    const leave = () => waiting.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.set(task.id, waiting);
    this.#ask(task);
    try {
      return await waiting.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#waiting.delete(task.id);
      if (this.#waiting.size === 0) this.#thread?.unref();
    }
  }

  #ask(task: ReadingTask): void {
    const thread = this.#started();
    // Whoever waits keeps the process from ending, and an idle thread does not.
    thread.ref();
    thread.postMessage(task);
  }

  [Symbol.dispose](): void {
    const thread = this.#thread;
    this.#thread = null;
    // Nobody waits for the thread to end: it holds nothing but memory.
    void thread?.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error('The run is over.'));
  }

  #started(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(THREAD);
    thread.on('message', (answer: ReadingAnswer) => this.#settle(answer));
    thread.on('error', (error) => this.#replace(thread, error));
    thread.on('exit', () => this.#replace(thread, new Error('The thread that reads traffic has ended.')));
    this.#thread = thread;
    return thread;
  }

  #settle(answer: ReadingAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ('read' in answer) waiting?.resolve(answer.read);
    else waiting?.reject(new Error(answer.failure));
  }

  /** The oldest record ended the thread: another thread reads the others. */
  #replace(ended: Worker, error: unknown): void {
    if (this.#thread !== ended) return;
    this.#thread = null;
    const [first, ...others] = [...this.#waiting.values()];
    first?.reject(error);
    for (const { task } of others) this.#ask(task);
  }
}
