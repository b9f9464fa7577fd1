import type { Worker } from 'node:worker_threads';
import { AssayError } from '../base/assay-error.ts';
import type { ThreadAnswer } from './serve-tasks.ts';

type QueueOptions<Task> = {
  /**
   * The time of a processor that one task may take, counted from when the thread is given it; a longer one ends the thread.
   * On a busy machine, and a trial may make it so, much more time than that goes by.
   */
  maxMs?: number;
  /** The buffers of a task that are moved to the thread: whoever asks has no more use for them. */
  moved?: (task: Task) => ArrayBuffer[];
  /** Takes a thread that has nothing to do when the queue is disposed of; otherwise it is ended. */
  keep?: (thread: Worker) => void;
};

/** One task, and whoever waits for its answer. */
type Waiting<Task, Answer> = PromiseWithResolvers<Answer> & { task: Task };

/**
 * Has work done in a thread, so that the event loop keeps serving the trials that are under way. The thread
 * starts with the first task and is given one at a time, so that it is known which one has ended it: that one
 * fails, and another thread does the rest.
 */
export class WorkerQueue<Task, Answer> implements Disposable {
  readonly #startThread: () => Worker;
  readonly #maxMs: number | null;
  readonly #moved: (task: Task) => ArrayBuffer[];
  readonly #keep: ((thread: Worker) => void) | null;
  #thread: Worker | null = null;
  /** All tasks whose answers are waited for, in their order. */
  readonly #waiting = new Set<Waiting<Task, Answer>>();
  /** The one that the thread was given. It stays the thread's even if nobody waits for it any more. */
  #current: Waiting<Task, Answer> | null = null;
  #limit: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;

  constructor(startThread: () => Worker, { maxMs, moved = () => [], keep }: QueueOptions<Task> = {}) {
    this.#startThread = startThread;
    this.#maxMs = maxMs ?? null;
    this.#moved = moved;
    this.#keep = keep ?? null;
  }

  async ask(task: Task, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const waiting: Waiting<Task, Answer> = { ...Promise.withResolvers(), task };
    const leave = () => waiting.reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.add(waiting);
    this.#giveNext();
    try {
      return await waiting.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#waiting.delete(waiting);
      if (this.#waiting.size === 0) this.#thread?.unref();
    }
  }

  [Symbol.dispose](): void {
    const thread = this.#thread;
    const isIdle = this.#current === null;
    this.#thread = null;
    this.#current = null;
    clearTimeout(this.#limit);
    if (thread !== null) this.#letGo(thread, isIdle);
    for (const { reject } of this.#waiting) reject(new Error('The run is over.'));
  }

  #letGo(thread: Worker, isIdle: boolean): void {
    if (isIdle && this.#keep !== null) {
      this.#stopListening();
      this.#keep(thread);
    } else {
      // Nobody waits for the thread to end: it holds nothing but memory.
      void thread.terminate();
    }
  }

  #giveNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    try {
      this.#give(next);
    } catch (error) {
      // No thread could be started, or none can be sent this task. The next one may fare better.
      next.reject(error);
      this.#waiting.delete(next);
      this.#giveNext();
    }
  }

  #give(next: Waiting<Task, Answer>): void {
    const thread = this.#started();
    // Whoever waits keeps the process from ending, and an idle thread does not.
    thread.ref();
    if (this.#current !== null) return;
    thread.postMessage(next.task, this.#moved(next.task));
    this.#current = next;
    if (this.#maxMs !== null) this.#limitTime(thread, next, this.#maxMs);
  }

  #limitTime(thread: Worker, task: Waiting<Task, Answer>, maxMs: number): void {
    const givenMs = performance.now();
    const before = busyMsOf(thread);
    const look = async () => {
      const usedMs = (await busyMsOf(thread)) - (await before);
      if (this.#current !== task) return;
      const isOver = usedMs >= maxMs || performance.now() - givenMs >= PATIENCE * maxMs;
      if (isOver) this.#giveUp(thread, maxMs);
      else this.#limit = setTimeout(look, Math.max(maxMs - usedMs, SHORTEST_MS));
    };
    this.#limit = setTimeout(look, maxMs);
  }

  #started(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = this.#startThread();
    const onMessage = (answer: ThreadAnswer<Answer>) => this.#settle(thread, answer);
    const onUnreadable = (error: unknown) => this.#fail(thread, error);
    const onError = (error: unknown) => this.#replace(thread, error);
    const onExit = () => this.#replace(thread, new Error('The thread has ended without an answer.'));
    thread.on('message', onMessage).on('messageerror', onUnreadable).on('error', onError).on('exit', onExit);
    this.#stopListening = () =>
      thread
        .off('message', onMessage)
        .off('messageerror', onUnreadable)
        .off('error', onError)
        .off('exit', onExit);
    this.#thread = thread;
    return thread;
  }

  #giveUp(thread: Worker, maxMs: number): void {
    this.#replace(thread, new OutOfTimeError(`It was not done within ${maxMs / 1000} seconds.`));
    // Whatever it still does is of no use to anybody.
    void thread.terminate();
  }

  #settle(asked: Worker, answer: ThreadAnswer<Answer>): void {
    if (this.#thread !== asked) return;
    if ('answer' in answer) this.#current?.resolve(answer.answer);
    else this.#current?.reject(errorFrom(answer.failure));
    this.#leaveCurrent();
  }

  /** Its answer cannot be read, and the thread goes on. */
  #fail(asked: Worker, error: unknown): void {
    if (this.#thread !== asked) return;
    this.#current?.reject(error);
    this.#leaveCurrent();
  }

  #replace(ended: Worker, error: unknown): void {
    if (this.#thread !== ended) return;
    this.#thread = null;
    this.#current?.reject(error);
    this.#leaveCurrent();
  }

  #leaveCurrent(): void {
    clearTimeout(this.#limit);
    if (this.#current !== null) this.#waiting.delete(this.#current);
    this.#current = null;
    this.#giveNext();
  }
}

/** A thread that waits for something uses no processor, and does not wait forever. */
const PATIENCE = 15;
const SHORTEST_MS = 100;

/** The time of a processor that a thread has used. Node.js before 24.6 does not tell it: there, all time counts. */
async function busyMsOf(thread: Worker): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now();
  // A thread that is starting has used none yet, and of one that has ended nobody waits for the answer.
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

/** A task took longer than its queue allows. */
export class OutOfTimeError extends Error {}

type Failure = Extract<ThreadAnswer<unknown>, { failure: unknown }>['failure'];

function errorFrom({ code, message }: Failure): Error {
  return code === null ? new Error(message) : new AssayError(code, message);
}
