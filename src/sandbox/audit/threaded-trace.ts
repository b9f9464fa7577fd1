import { Worker } from 'node:worker_threads';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { OracleSpec } from '../../contracts/probe.ts';
import { threadFile } from '../../threads/thread-file.ts';
import type { Watch } from './events-of.ts';
import type { SkipFlag, TraceNews, TraceOrder, TraceRecord } from './trace-thread.ts';

const THREAD = threadFile('trace-thread', import.meta.url);

/** How much may wait to be read. Then the tracers wait, and with them what they trace. */
const MOST_WAITING_BYTES = 4 * 1024 ** 2;
const MOST_IDLE = 4;
const MAX_MEMORY_MIB = 1024;

/** Threads whose trace is over, for the next ones: to start one takes a while. */
const idle: Worker[] = [];

/**
 * Reads what tracers print in a thread of its own: how long that takes is the agent's to choose, and must not count as
 * time of the trials beside it. If the thread fails, nothing else does, and there is no record.
 */
export class ThreadedTrace implements Disposable {
  readonly #thread: Worker;
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();
  readonly #counts: PromiseWithResolvers<number>[] = [];
  readonly #records: PromiseWithResolvers<TraceRecord>[] = [];
  readonly #skip: SkipFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #waitingBytes = 0;
  #room: PromiseWithResolvers<void> | null = null;
  #failure: AssayError | null = null;
  readonly #onMessage = (news: TraceNews) => this.#receive(news);
  readonly #onError = (error: unknown) => this.#fail(messageOf(error));
  readonly #onExit = () => this.#fail('it ended');

  constructor(watch: Watch, oracles: readonly OracleSpec[]) {
    this.#thread = idle.pop() ?? startThread();
    this.#thread.on('message', this.#onMessage);
    this.#thread.on('error', this.#onError);
    this.#thread.on('exit', this.#onExit);
    // Whoever waits for a trace waits for its container, too, and a listener keeps the process from ending.
    this.#thread.unref();
    this.#tell({ kind: 'open', watch, oracles, skip: this.#skip });
  }

  /** Takes bytes as they come. A promise asks to wait with more until it resolves. */
  push(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#failure !== null) return undefined;
    this.#tell({ kind: 'bytes', bytes });
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES) this.#room ??= Promise.withResolvers();
    return this.#room?.promise;
  }

  /** A line that the harness itself is about to write; the promise resolves once it has arrived. */
  expect(mark: string): Promise<void> {
    const awaited = Promise.withResolvers<void>();
    // Whoever waits for it gets the failure, and it may be nobody.
    awaited.promise.catch(() => undefined);
    if (this.#failure !== null) awaited.reject(this.#failure);
    else this.#awaited.set(mark, awaited);
    this.#tell({ kind: 'mark', mark });
    return awaited.promise;
  }

  /** A command that the harness itself is about to run, under an id that nobody else knows yet. */
  expectRun(run: string, argv: readonly string[]): void {
    this.#tell({ kind: 'run', run, argv });
  }

  note(gap: string): void {
    this.#tell({ kind: 'note', gap });
  }

  /** Stops noting who opens watched objects: from here on it is not the agent. */
  endWatch(): void {
    this.#tell({ kind: 'end-watch' });
  }

  /** How many processes are not known to have ended, as far as the trace was pushed. */
  async countLiving(): Promise<number> {
    return await this.#ask('count-living', this.#counts);
  }

  /** The record as far as the trace was pushed. Once the signal is aborted, whatever was not read by then is a gap. */
  async record(limit?: AbortSignal): Promise<TraceRecord> {
    const skip = () => Atomics.store(this.#skip, 0, 1);
    if (limit?.aborted) skip();
    limit?.addEventListener('abort', skip);
    try {
      return await this.#ask('record', this.#records);
    } finally {
      limit?.removeEventListener('abort', skip);
    }
  }

  async #ask<Answer>(
    kind: 'count-living' | 'record',
    waiting: PromiseWithResolvers<Answer>[],
  ): Promise<Answer> {
    if (this.#failure !== null) throw this.#failure;
    const answer = Promise.withResolvers<Answer>();
    waiting.push(answer);
    this.#tell({ kind });
    return await answer.promise;
  }

  [Symbol.dispose](): void {
    this.#thread.off('message', this.#onMessage);
    this.#thread.off('error', this.#onError);
    this.#thread.off('exit', this.#onExit);
    const isWaiting = this.#waitingBytes > 0 || this.#counts.length > 0 || this.#records.length > 0;
    const isFree = this.#failure === null && !isWaiting;
    this.#fail('its sandbox was removed');
    if (isFree && idle.length < MOST_IDLE) idle.push(this.#thread);
    else void this.#thread.terminate();
  }

  #tell(order: TraceOrder): void {
    if (this.#failure === null) this.#thread.postMessage(order);
  }

  #receive(news: TraceNews): void {
    if (news.kind === 'living') this.#counts.shift()?.resolve(news.living);
    else if (news.kind === 'record') this.#records.shift()?.resolve(news.record);
    else this.#noteTaken(news);
  }

  #noteTaken({ length, arrived }: Extract<TraceNews, { kind: 'taken' }>): void {
    this.#waitingBytes -= length;
    if (this.#waitingBytes <= MOST_WAITING_BYTES) this.#makeRoom();
    for (const mark of arrived) {
      this.#awaited.get(mark)?.resolve();
      this.#awaited.delete(mark);
    }
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = null;
  }

  #fail(reason: string): void {
    this.#failure ??= new AssayError('SANDBOX_FAILED', `The record of processes cannot be read: ${reason}.`);
    const waiting = [...this.#awaited.values(), ...this.#counts.splice(0), ...this.#records.splice(0)];
    for (const { reject } of waiting) reject(this.#failure);
    this.#awaited.clear();
    this.#makeRoom();
  }
}

function startThread(): Worker {
  const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB } });
  // Whoever uses it hears of its end; nobody does while it is idle.
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  });
  return thread;
}
