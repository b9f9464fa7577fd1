import { Duplex } from 'node:stream';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import { encodeNumber, MAX_PAYLOAD_BYTES } from '../../bytes/frames.ts';
import { FRAME } from './frame-types.ts';

/** How many bytes either side may send on a connection before the other side has passed them on. */
export const WINDOW_BYTES = 128 * 1024;

/** The most that a reader gets at once, so that one that has closed the connection need not read the rest. */
const PORTION_BYTES = 16 * 1024;

const MAX_CREDIT = 2 ** 31;

/** A chunk for which the sandbox side does not have enough room yet. */
type Outgoing = { rest: Buffer; done: () => void };

type Link = { send: (type: number, payload?: Uint8Array) => void; onClosed: () => void };

/** Tracks how much of a connection's incoming data has arrived. */
export class Arrival {
  #state: 'open' | 'whole' | 'cut' = 'open';
  readonly #over = Promise.withResolvers<void>();

  /** Takes the frame by which the sandbox side announces that nothing more comes. */
  endBy(type: number, payload: Buffer): void {
    this.end(type === FRAME.reset && payload.length > 0 ? 'cut' : 'whole');
  }

  /** Only the first call counts. */
  end(state: 'whole' | 'cut'): void {
    if (this.isOver) return;
    this.#state = state;
    this.#over.resolve();
  }

  /** Never fulfilled if the pipe is lost first. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  get isOver(): boolean {
    return this.#state !== 'open';
  }

  /** Whether all of it has arrived. */
  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  /** Whether sent data is lost: a client that closes early may leave data that nobody has read. */
  get isCut(): boolean {
    return this.#state === 'cut';
  }
}

/** One connection that was made inside a sandbox, as a stream in the harness. */
export class MultiplexedConnection extends Duplex {
  /** Called with all bytes as they arrive, even if they are read later or never. */
  tap: ((bytes: Buffer) => void) | null = null;
  /** How much has arrived; this may only be known after the connection was closed. */
  readonly arrival = new Arrival();
  readonly #link: Link;
  #credit = WINDOW_BYTES;
  #outgoing: Outgoing | null = null;
  /**
   * Data that arrived before it was requested. It is kept as one piece, because every
   * piece costs more memory than its bytes.
   */
  #incoming = new BoundedBuffer(WINDOW_BYTES);
  #isWanted = false;
  /** How many bytes may still arrive before the next grant. */
  #window = WINDOW_BYTES;
  #hasSentEnd = false;
  #hasDeliveredEnd = false;

  constructor(link: Link) {
    super({ allowHalfOpen: true, readableHighWaterMark: 1, writableHighWaterMark: WINDOW_BYTES });
    this.#link = link;
    // Users of the connection add listeners of their own; without any listener a reset would end the harness.
    this.on('error', () => undefined);
  }

  /** The number of this connection's bytes that the harness holds. */
  get bufferedBytes(): number {
    return this.#unread + this.writableLength;
  }

  /** Handles a frame of this connection; returns what is wrong with it, or `null`. */
  receive(type: number, payload: Buffer): string | null {
    switch (type) {
      case FRAME.data:
        return this.#receiveData(payload);
      case FRAME.end:
        if (this.arrival.isOver) return 'a second end';
        this.arrival.endBy(type, payload);
        this.#deliver();
        return null;
      case FRAME.reset:
        this.arrival.endBy(type, payload);
        this.#hasSentEnd = true;
        this.destroy(new Error('The connection was reset inside the sandbox.'));
        return null;
      case FRAME.credit:
        return this.#receiveCredit(payload);
      default:
        return `a frame of type ${type}`;
    }
  }

  override _read(): void {
    this.#isWanted = true;
    this.#deliver();
  }

  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    this.#grant();
    return chunk;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#outgoing = { rest: chunk, done };
    this.#forward();
  }

  /** An answer consists of many small pieces, which are sent together as one frame. */
  override _writev(pieces: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.#hasSentEnd = true;
    this.#link.send(FRAME.end);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#hasSentEnd || !this.arrival.isOver) this.#link.send(FRAME.reset);
    this.#outgoing = null;
    this.#link.onClosed();
    done(error);
  }

  #receiveData(payload: Buffer): string | null {
    if (this.arrival.isOver) return 'data after its end';
    this.#window -= payload.length;
    if (this.#window < 0) return 'more data than it was given room for';
    this.tap?.(payload);
    this.#incoming.push(payload);
    this.#deliver();
    this.#grant();
    return null;
  }

  #deliver(): void {
    const { content } = this.#incoming;
    if (content.length > 0) {
      if (!this.#isWanted) return;
      this.#isWanted = false;
      this.#incoming = new BoundedBuffer(WINDOW_BYTES);
      for (let at = 0; at < content.length; at += PORTION_BYTES)
        this.push(content.subarray(at, at + PORTION_BYTES));
    }
    if (this.arrival.isOver && !this.#hasDeliveredEnd) {
      this.#hasDeliveredEnd = true;
      this.push(null);
    }
  }

  #receiveCredit(payload: Buffer): string | null {
    if (payload.length !== 4) return 'a credit of unknown form';
    this.#credit += payload.readUInt32BE();
    if (this.#credit > MAX_CREDIT) return 'more credit than there can be';
    this.#forward();
    return null;
  }

  #forward(): void {
    while (this.#outgoing !== null && this.#credit > 0) {
      const { rest, done } = this.#outgoing;
      const part = rest.subarray(0, Math.min(this.#credit, MAX_PAYLOAD_BYTES));
      this.#credit -= part.length;
      this.#link.send(FRAME.data, part);
      const isDone = part.length === rest.length;
      this.#outgoing = isDone ? null : { rest: rest.subarray(part.length), done };
      if (isDone) done();
    }
  }

  get #unread(): number {
    return this.readableLength + this.#incoming.content.length;
  }

  /** Grants in large steps, so that grants are rare compared with data. */
  #grant(): void {
    const room = WINDOW_BYTES - this.#window - this.#unread;
    if (room < WINDOW_BYTES / 2 || this.destroyed || this.arrival.isOver) return;
    this.#window += room;
    this.#link.send(FRAME.credit, encodeNumber(room));
  }
}
