import { encodeNumber, FRAME, MAX_PAYLOAD_BYTES } from './pipe-frames.mjs';

/** How much either side may send on one connection before the other has passed it on. */
export const WINDOW_BYTES = 128 * 1024;

/** The payload of a reset that lost something that the client had sent. */
const UNREAD = Buffer.of(1);

/**
 * Carries one accepted socket: `send(type, payload)` goes to the harness,
 * `receive(type, payload)` comes from it.
 */
export class CarriedSocket {
  #socket;
  #send;
  #credit = WINDOW_BYTES;
  #passedOn = 0;
  #hasSentEnd = false;
  #hasReceivedEnd = false;

  constructor(socket, send, onClosed) {
    this.#socket = socket;
    this.#send = send;
    socket.on('readable', () => this.#forward());
    socket.on('end', () => {
      this.#hasSentEnd = true;
      send(FRAME.end);
    });
    socket.on('error', () => undefined); // "close" follows, and tells the harness.
    socket.on('close', () => {
      if (!this.#hasSentEnd || !this.#hasReceivedEnd) send(FRAME.reset, this.#hasMore() ? UNREAD : undefined);
      onClosed();
    });
  }

  receive(type, payload) {
    if (type === FRAME.data) this.#socket.write(payload, () => this.#acknowledge(payload.length));
    if (type === FRAME.reset) this.#reset();
    if (type === FRAME.end) {
      this.#hasReceivedEnd = true;
      this.#socket.end();
    }
    if (type === FRAME.credit) {
      this.#credit += payload.readUInt32BE();
      this.#forward();
    }
  }

  /** A socket whose shutdown is under way refuses to be reset, and would stay open. */
  #reset() {
    if (this.#hasReceivedEnd) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  /** Whether the client may have sent what was not read. */
  #hasMore() {
    return !this.#hasSentEnd && (this.#credit === 0 || this.#socket.readableLength > 0);
  }

  /** Reads no more than the harness has room for; only a read of nothing reveals the end. */
  #forward() {
    for (;;) {
      const size = Math.min(this.#credit, MAX_PAYLOAD_BYTES, this.#socket.readableLength);
      const chunk = this.#socket.read(size);
      if (chunk === null) return;
      this.#credit -= chunk.length;
      this.#send(FRAME.data, chunk);
    }
  }

  #acknowledge(length) {
    this.#passedOn += length;
    if (this.#passedOn < WINDOW_BYTES / 2 || this.#socket.destroyed) return;
    this.#send(FRAME.credit, encodeNumber(this.#passedOn));
    this.#passedOn = 0;
  }
}
