import { Worker } from 'node:worker_threads';
import { threadFile } from '../base/thread-file.ts';
import type { RecordedTraffic } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { ReadingAnswer } from './reading-thread.ts';

const THREAD = threadFile('reading-thread', import.meta.url);

/** One record that is to be read, and whoever waits for it. */
type Reading = PromiseWithResolvers<ReadTrial> & { recorded: RecordedTraffic };

/**
 * Reads recorded traffic in a thread of its own, which all trials of a run share: a conversation is repeated with each of its
 * requests, and reading all of it would keep the gateway from serving the trials that are under way. The thread is given
 * one record at a time, so that it is known which one has ended it.
 */
export class TrafficReader implements Disposable {
  readonly #startThread: () => Worker;
  #thread: Worker | null = null;
  /** All readings that are waited for, in their order. */
  readonly #waiting = new Set<Reading>();
  /** The one that the thread was given. It stays the thread's even if nobody waits for it any more. */
  #current: Reading | null = null;

  constructor(startThread = () => new Worker(THREAD)) {
    this.#startThread = startThread;
  }

  async read(recorded: RecordedTraffic, signal?: AbortSignal): Promise<ReadTrial> {
    signal?.throwIfAborted();
    const reading: Reading = { ...Promise.withResolvers(), recorded };
    const leave = () => reading.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.add(reading);
    this.#readNext();
    try {
      return await reading.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#waiting.delete(reading);
      if (this.#waiting.size === 0) this.#thread?.unref();
    }
  }

  [Symbol.dispose](): void {
    const thread = this.#thread;
    this.#thread = null;
    this.#current = null;
    // Nobody waits for the thread to end: it holds nothing but memory.
    void thread?.terminate();
    for (const { reject } of this.#waiting) reject(new Error('The run is over.'));
  }

  #readNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const thread = this.#started();
    // Whoever waits keeps the process from ending, and an idle thread does not.
    thread.ref();
    if (this.#current !== null) return;
    this.#current = next;
    thread.postMessage(next.recorded);
  }

  #started(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = this.#startThread();
    thread.on('message', (answer: ReadingAnswer) => this.#settle(thread, answer));
    thread.on('error', (error) => this.#replace(thread, error));
    thread.on('exit', () => this.#replace(thread, new Error('The thread that reads traffic has ended.')));
    this.#thread = thread;
    return thread;
  }

  #settle(asked: Worker, answer: ReadingAnswer): void {
    if (this.#thread !== asked) return;
    if ('read' in answer) this.#current?.resolve(answer.read);
    else this.#current?.reject(new Error(answer.failure));
    this.#leaveCurrent();
  }

  /** The record that the thread was given has ended it: another thread reads the others. */
  #replace(ended: Worker, error: unknown): void {
    if (this.#thread !== ended) return;
    this.#thread = null;
    this.#current?.reject(error);
    this.#leaveCurrent();
  }

  #leaveCurrent(): void {
    if (this.#current !== null) this.#waiting.delete(this.#current);
    this.#current = null;
    this.#readNext();
  }
}
