import { AssayError, messageOf } from '../../../base/assay-error.ts';
import { encodeFrame, type Frame, frameReader } from '../../bytes/frames.ts';
import { LAUNCH_LIMIT_MS } from '../../docker/launch-limits.ts';
import type { LoopbackConnection, LoopbackEnd } from '../../sandbox.ts';
import { FRAME } from './frame-types.ts';
import { MultiplexedConnection } from './multiplexed-connection.ts';
import type { InTurn } from './turns.ts';

/** The pipe's listeners, in the order of their numbers on the wire. */
const LISTENERS = ['gateway', 'proxy', 'direct', 'dns'] as const;

/** The listener that accepted a connection, and the destination as the sandbox side saw it. */
type Place = LoopbackEnd & { listener: (typeof LISTENERS)[number] };

/** The client's end is in the loopback too. */
export type Opened = Place & Omit<LoopbackConnection, 'server'>;

/** Connections of which nothing was read for lack of room. The place is null if it is unknown where they led. */
export type Unread = { place: Place | null; count: number };

/** The ports on which the pipe listens inside the sandbox. */
export type PipePorts = { gateway: number; proxy: number; dns: number };

export type PipeOptions = {
  send: (bytes: Buffer) => void;
  onConnection: (connection: MultiplexedConnection, opened: Opened) => void;
  inTurn: InTurn;
  /** The pipe is closed, so its transport can be released. */
  onClosed: () => void;
};

const MAX_CONNECTIONS = 256;
/** A question is answered as soon as it has come in. */
const MAX_QUESTIONS = 256;
const MAX_UNREAD_PLACES = 1000;
const END_BYTES = 6;
const PLACE_BYTES = 1 + END_BYTES;
const NUMBER_BYTES = 8;

/**
 * A multiplexer (mux): carries many connections over one stream. Nothing that comes out of a
 * sandbox is trusted: a frame that breaks the protocol closes the pipe, with a reason, and no
 * connection can make the harness hold more than its window.
 */
export class Multiplexer {
  readonly #options: PipeOptions;
  readonly #read: (chunk: Buffer) => void;
  readonly #connections = new Map<number, MultiplexedConnection>();
  /** The ids of those that are questions for names: they have a limit of their own. */
  readonly #questions = new Set<number>();
  /**
   * The taps of connections that the harness has closed and the sandbox side has not: bytes
   * that were on their way count as sent.
   */
  readonly #late = new Map<number, Pick<MultiplexedConnection, 'tap' | 'arrival'>>();
  readonly #ready = Promise.withResolvers<PipePorts>();
  #isReady = false;
  #pong: PromiseWithResolvers<void> | null = null;
  #lastId = 0;
  #refusedHere = 0;
  #unreadInside: Unread[] = [];
  #unreadUntilPong: Unread[] = [];
  #closedBecause: string | null = null;

  constructor(options: PipeOptions) {
    this.#options = options;
    this.#read = frameReader((frame) => options.inTurn(() => this.#take(frame)));
    this.#ready.promise.catch(() => undefined);
  }

  /** The number of bytes that the harness holds for all connections together. */
  get bufferedBytes(): number {
    return this.#connections.values().reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0);
  }

  /** The connections that were refused, or still waited to be carried, as known after `settle`. */
  get unread(): Unread[] {
    const refusedHere = { place: null, count: this.#refusedHere };
    return [...this.#unreadInside, refusedHere].filter(({ count }) => count > 0);
  }

  ready(): Promise<PipePorts> {
    return this.#inTime(this.#ready.promise, 'open');
  }

  /** Waits until everything that the sandbox has sent has arrived; fails if the pipe was lost. */
  async settle(): Promise<void> {
    if (this.#closedBecause !== null) throw lost(this.#closedBecause);
    if (this.#pong === null) {
      this.#pong = Promise.withResolvers();
      this.#send(FRAME.ping, 0);
    }
    await this.#inTime(this.#pong.promise, 'settle');
  }

  receive(chunk: Buffer): void {
    if (this.#closedBecause !== null) return;
    try {
      this.#read(chunk);
    } catch (error) {
      this.end(`it sent ${messageOf(error)}`);
    }
  }

  /** Closes after the data received so far was processed. */
  end(reason: string): void {
    this.#options.inTurn(() => this.close(reason));
  }

  /** Ends every connection. Only the first reason counts. */
  close(reason: string): void {
    if (this.#closedBecause !== null) return;
    this.#closedBecause = reason;
    this.#ready.reject(lost(reason));
    this.#pong?.reject(lost(reason));
    for (const connection of this.#connections.values()) connection.destroy(lost(reason));
    this.#options.onClosed();
  }

  #take(frame: Frame): void {
    if (this.#closedBecause !== null) return;
    try {
      this.#receiveFrame(frame);
    } catch (error) {
      this.close(`it sent ${messageOf(error)}`);
    }
  }

  #receiveFrame({ type, id, payload }: Frame): void {
    if (type === FRAME.ready) this.#receiveReady(payload);
    else if (type === FRAME.unread) this.#receiveUnread(payload);
    else if (type === FRAME.pong) this.#receivePong(payload);
    else if (type === FRAME.open) this.#open(id, payload);
    else this.#receiveForConnection({ type, id, payload });
  }

  #receiveReady(payload: Buffer): void {
    if (this.#isReady) throw new Error('ports a second time');
    this.#isReady = true;
    this.#ready.resolve(portsOf(payload));
  }

  #receiveForConnection({ type, id, payload }: Frame): void {
    if (id === 0 || id > this.#lastId) throw new Error(`a frame of connection ${id}, which was never opened`);
    const late = this.#late.get(id);
    if (type === FRAME.data) late?.tap?.(payload);
    if (type === FRAME.end || type === FRAME.reset) {
      late?.arrival.endBy(type, payload);
      this.#late.delete(id);
    }
    // A connection that the harness has already closed may still have frames on their way.
    const wrong = this.#connections.get(id)?.receive(type, payload) ?? null;
    if (wrong !== null) throw new Error(`${wrong} for connection ${id}`);
  }

  #open(id: number, payload: Buffer): void {
    if (id <= this.#lastId) throw new Error(`connection ${id} after ${this.#lastId}`);
    // The sandbox side opens no more at a time and counts these until it has reported their end.
    if (this.#late.size >= MAX_CONNECTIONS) throw new Error('more connections than it can have');
    const opened = openedOf(payload);
    this.#lastId = id;
    const isQuestion = opened.listener === 'dns';
    if (isQuestion ? this.#questions.size >= MAX_QUESTIONS : this.#isFull) {
      this.#refusedHere += 1;
      this.#send(FRAME.reset, id);
      return;
    }
    const connection = new MultiplexedConnection({
      send: (type, bytes) => this.#send(type, id, bytes),
      onClosed: () => this.#forget(id, connection),
    });
    this.#connections.set(id, connection);
    if (isQuestion) this.#questions.add(id);
    this.#options.onConnection(connection, opened);
  }

  get #isFull(): boolean {
    return this.#connections.size - this.#questions.size >= MAX_CONNECTIONS;
  }

  #forget(id: number, { tap, arrival }: MultiplexedConnection): void {
    this.#connections.delete(id);
    this.#questions.delete(id);
    if (!arrival.isOver && tap !== null) this.#late.set(id, { tap, arrival });
  }

  /** Comes for each place before the answer that everything has arrived. */
  #receiveUnread(payload: Buffer): void {
    if (this.#pong === null || payload.length !== PLACE_BYTES + 4)
      throw new Error('a count that nobody asked for');
    if (this.#unreadUntilPong.length >= MAX_UNREAD_PLACES) throw new Error('more places than it may count');
    const place = placeOf(payload.subarray(0, PLACE_BYTES));
    this.#unreadUntilPong.push({ place, count: payload.readUInt32BE(PLACE_BYTES) });
  }

  #receivePong(payload: Buffer): void {
    if (this.#pong === null || payload.length !== 4) throw new Error('an answer that nobody asked for');
    this.#unreadInside = [...this.#unreadUntilPong.splice(0), { place: null, count: payload.readUInt32BE() }];
    this.#pong.resolve();
    this.#pong = null;
  }

  #send(type: number, id: number, payload?: Uint8Array): void {
    if (this.#closedBecause === null) this.#options.send(encodeFrame(type, id, payload));
  }

  async #inTime<T>(answer: Promise<T>, doing: string): Promise<T> {
    const limit = setTimeout(
      () => this.close(`it did not ${doing} within ${LAUNCH_LIMIT_MS / 1000} s`),
      LAUNCH_LIMIT_MS,
    );
    try {
      return await answer;
    } finally {
      clearTimeout(limit);
    }
  }
}

function portsOf(payload: Buffer): PipePorts {
  if (payload.length !== 6) throw new Error('ports of unknown form');
  const [gateway, proxy, dns] = [payload.readUInt16BE(0), payload.readUInt16BE(2), payload.readUInt16BE(4)];
  return { gateway, proxy, dns };
}

function openedOf(payload: Buffer): Opened {
  if (payload.length !== PLACE_BYTES + END_BYTES + NUMBER_BYTES)
    throw new Error('a connection of unknown form');
  return {
    ...placeOf(payload.subarray(0, PLACE_BYTES)),
    client: endOf(payload.subarray(PLACE_BYTES, PLACE_BYTES + END_BYTES)),
    serverSocket: Number(payload.readBigUInt64BE(PLACE_BYTES + END_BYTES)),
  };
}

function placeOf(payload: Buffer): Place {
  const listener = LISTENERS[payload.at(0) ?? LISTENERS.length];
  if (payload.length !== PLACE_BYTES || listener === undefined)
    throw new Error('a connection of unknown form');
  return { listener, ...endOf(payload.subarray(1)) };
}

function endOf(bytes: Buffer): LoopbackEnd {
  return { address: bytes.subarray(0, 4).join('.'), port: bytes.readUInt16BE(4) };
}

function lost(reason: string): AssayError {
  return new AssayError('SANDBOX_FAILED', `The byte pipe out of the sandbox was lost: ${reason}.`);
}
