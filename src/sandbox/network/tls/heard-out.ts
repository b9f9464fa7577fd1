import { Duplex } from 'node:stream';

/**
 * A connection for a server that may give it up. The connection is then ended and not closed, and what its client still sends
 * is read, because it has been sent all the same.
 */
export class HeardOut extends Duplex {
  readonly #connection: Duplex;
  #isHeld = false;
  #held: Buffer[] = [];
  readonly #onData = (chunk: Buffer) => {
    if (!this.push(chunk)) this.#connection.pause();
  };

  constructor(connection: Duplex) {
    super({ allowHalfOpen: true });
    this.#connection = connection;
    connection.on('data', this.#onData);
    connection.once('end', () => this.push(null));
    connection.once('close', () => this.destroy());
    connection.pause();
  }

  /** Keeps what is written until `release`, to be sent with what is written after that. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  override _read(): void {
    this.#connection.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this._writev([{ chunk }], done);
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#held.push(...pieces.map(({ chunk }) => chunk));
    if (this.#isHeld) done();
    else this.#connection.write(Buffer.concat(this.#held.splice(0)), done);
  }

  override _final(done: () => void): void {
    this.#connection.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection.off('data', this.#onData);
    if (!this.#connection.writableEnded) this.#connection.end();
    this.#connection.resume();
    done(error);
  }
}
