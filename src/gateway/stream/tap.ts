import type { ByteFilter } from './byte-filter.ts';

/** How the transfer of an answer ended: complete, left by its client, or broken off by the model's side. */
export type TapEnd = { how: 'whole' | 'left' } | { how: 'broken'; error: unknown };

export type TapListener = {
  add(bytes: Uint8Array): void;
  /** The client sees the end of the answer once this is done. */
  ended(end: TapEnd): void | Promise<void>;
};

type Options = { signal: AbortSignal; stallMs?: number; filter?: ByteFilter | null };

const NOTHING = new Uint8Array();

/** How far an answer is fetched ahead of a client that reads slowly. */
const READ_AHEAD_BYTES = 1024 * 1024;
/** After this time, a client that has a full buffer and reads nothing is taken for gone. */
const STALL_MS = 60_000;

/**
 * Passes bytes on as they come, and shows each chunk to the listener once it is on its way. The listener also
 * sees what a filter keeps from the client.
 */
export function tap(
  body: ReadableStream<Uint8Array>,
  listener: TapListener,
  options: Options,
): ReadableStream<Uint8Array> {
  const through = new Through(body, listener, options);
  // The bytes are queued here and not in the stream, which would drop them when the answer breaks off.
  return new ReadableStream<Uint8Array>(through, { highWaterMark: 0 });
}

class Through {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #listener: TapListener;
  readonly #options: Options;
  readonly #ready: Uint8Array[] = [];
  #readyBytes = 0;
  #isOver = false;
  /** How the answer ends for its client; `null` until the listener has dealt with it. */
  #end: TapEnd | null = null;
  #arrived = Promise.withResolvers<void>();
  #room = Promise.withResolvers<void>();

  constructor(body: ReadableStream<Uint8Array>, listener: TapListener, options: Options) {
    this.#source = body.getReader();
    this.#listener = listener;
    this.#options = options;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { signal } = this.#options;
    const stop = () => this.#drop(controller, signal.reason);
    if (signal.aborted) {
      stop();
    } else {
      signal.addEventListener('abort', stop, { once: true });
      // Any failure ends the stream as well, so there is nothing to wait for.
      void this.#fetch(controller).finally(() => signal.removeEventListener('abort', stop));
    }
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#ready.length === 0 && this.#end === null) await this.#arrived.promise;
    const bytes = this.#ready.shift();
    if (bytes !== undefined) {
      this.#readyBytes -= bytes.length;
      this.#room.resolve();
      controller.enqueue(bytes);
    } else if (this.#end?.how === 'whole') controller.close();
    else if (this.#end?.how === 'broken') controller.error(this.#end.error);
  }

  async cancel(reason: unknown): Promise<void> {
    this.#finish({ how: 'left' });
    await this.#source.cancel(reason);
  }

  async #fetch(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      while (!this.#isOver) {
        const { done, value } = await this.#source.read();
        if (done) break;
        this.#take(value);
        if (this.#readyBytes >= READ_AHEAD_BYTES) await this.#roomBefore(controller);
      }
      this.#finish({ how: 'whole' });
    } catch (error) {
      this.#finish({ how: 'broken', error });
    }
  }

  #take(bytes: Uint8Array): void {
    this.#offer(this.#options.filter?.pass(bytes) ?? bytes);
    this.#listener.add(bytes);
  }

  #offer(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#ready.push(bytes);
    this.#readyBytes += bytes.length;
    this.#wake();
  }

  async #roomBefore(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const drop = () => this.#drop(controller, new Error('nobody read the answer'));
    const stall = setTimeout(drop, this.#options.stallMs ?? STALL_MS);
    this.#room = Promise.withResolvers();
    await this.#room.promise;
    clearTimeout(stall);
  }

  #drop(controller: ReadableStreamDefaultController<Uint8Array>, reason: unknown): void {
    controller.error(reason);
    // Nobody needs the rest of the answer any more, or how it ends.
    this.cancel(reason).catch(() => undefined);
  }

  #finish(end: TapEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (end.how !== 'left') this.#offer(this.#options.filter?.last() ?? NOTHING);
    this.#room.resolve();
    // A failure of the listener, such as to write the answer down, is reported to the client too.
    const fail = (error: unknown) => this.#show({ how: 'broken', error });
    try {
      const heard = this.#listener.ended(end);
      if (heard === undefined) this.#show(end);
      else heard.then(() => this.#show(end), fail);
    } catch (error) {
      fail(error);
    }
  }

  #show(end: TapEnd): void {
    this.#end = end;
    this.#wake();
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
