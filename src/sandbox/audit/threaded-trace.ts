import { Worker } from 'node:worker_threads';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { OracleSpec } from '../../contracts/oracle-spec.ts';
import { threadFile } from '../../threads/thread-file.ts';
import { threadPool } from '../../threads/thread-pool.ts';
import type { Watch } from './events-of.ts';
import type { SkipFlag, TraceNews, TraceOrder, TraceRecord } from './trace-thread.ts';

const THREAD = threadFile('trace-thread', import.meta.url);

/** How much may wait to be read. Beyond that the tracers wait, and so do the processes that they trace. */
const MOST_WAITING_BYTES = 4 * 1024 ** 2;
const MAX_MEMORY_MIB = 1024;
const threads = threadPool(
  () => new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB } }),
);

/**
 * Reads what tracers print in a thread of its own. The agent controls how long that takes, and the time must not count
 * against concurrent trials. If the thread fails, nothing else fails, but there is no record.
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
    this.#thread = threads.take();
    this.#thread.on('message', this.#onMessage);
    this.#thread.on('error', this.#onError);
    this.#thread.on('exit', this.#onExit);
    // Its listeners would keep the process from ending; whoever waits for a trace also waits for its container.
    this.#thread.unref();
    this.#tell({ kind: 'open', watch, oracles, skip: this.#skip });
  }

  /** Takes bytes as they come. If it returns a promise, no more must be pushed until it resolves. */
  push(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#failure !== null) return undefined;
    this.#tell({ kind: 'bytes', bytes });
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MOST_WAITING_BYTES) this.#room ??= Promise.withResolvers();
    return this.#room?.promise;
  }

  /** Announces a line that the harness is about to write; the promise resolves once the line has arrived. */
  expect(mark: string): Promise<void> {
    const awaited = Promise.withResolvers<void>();
    // The failure reaches whoever awaits the promise, which may be nobody.
    awaited.promise.catch(() => undefined);
    if (this.#failure !== null) awaited.reject(this.#failure);
    else this.#awaited.set(mark, awaited);
    this.#tell({ kind: 'mark', mark });
    return awaited.promise;
  }

  /** Announces a command that the harness is about to run, under an id that nobody else knows yet. */
  expectRun(run: string, argv: readonly string[]): void {
    this.#tell({ kind: 'run', run, argv });
  }

  note(gap: string): void {
    this.#tell({ kind: 'note', gap });
  }

  /** Stops noting that watched objects are opened, because from here on it is not the agent that opens them. */
  endWatch(): void {
    this.#tell({ kind: 'end-watch' });
  }

  /** Returns the number of processes that have not ended according to what was pushed so far. */
  async countLiving(): Promise<number> {
    return await this.#ask('count-living', this.#counts);
  }

  /** Returns the record of what was pushed so far. Once the signal is aborted, whatever was not read by then is a gap. */
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
    if (isFree) threads.keep(this.#thread);
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
