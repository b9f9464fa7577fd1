import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { Arrival } from '../pipe/multiplexed-connection.ts';
import type { Credentials } from './certificate-authority.ts';
import { HeardOut } from './heard-out.ts';
import { shakeHands } from './shake-hands.ts';
import type { Decryption } from './tls-records.ts';

/** What a client sends over TLS, and the way back to it. */
export class DecryptedConnection extends Duplex {
  /** Called with all bytes as they are decrypted, even if they are read later or never. */
  tap: ((bytes: Buffer) => void) | null = null;
  readonly arrival = new Arrival();
  readonly decryption: Decryption = { plainBytes: 0, finishedBytes: null, end: null };
  /** Fulfilled once the handshake is complete. */
  readonly secured: Promise<void>;
  readonly #below: HeardOut;
  #socket: TLSSocket | null = null;
  /** What is written before the handshake is complete. */
  #waiting: (() => void) | null = null;
  #isDraining = false;

  constructor(connection: Duplex, credentials: Credentials) {
    super({ allowHalfOpen: true });
    const secured = Promise.withResolvers<void>();
    this.secured = secured.promise;
    this.#below = new HeardOut(connection);
    this.#below.once('close', () => this.destroy());
    this.on('error', () => undefined);
    // The connection below knows whether something is missing.
    this.arrival.end('whole');
    shakeHands(this.#below, credentials, {
      onSecured: (socket) => {
        this.#attach(socket);
        secured.resolve();
      },
      onFailed: (error) => this.#endBy(error),
    });
  }

  /** Decrypts what has arrived, even if nobody reads it. */
  drain(): void {
    this.#isDraining = true;
    this.#socket?.resume();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#onceAttached((socket) => socket.write(chunk, done));
  }

  /** An answer consists of many small pieces, which are encrypted together. */
  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.#onceAttached((socket) => socket.end(done));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#socket === null) this.#below.destroy();
    else this.#socket.destroy();
    done(error);
  }

  #attach(socket: TLSSocket): void {
    this.#socket = socket;
    // The tickets that end a handshake can wait for the first answer: nobody waits for them.
    this.#below.hold();
    this.decryption.finishedBytes = finishedBytesOf(socket.getCipher().name);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.once('end', () => {
      this.decryption.end ??= 'closed';
      this.push(null);
    });
    socket.once('close', () => this.destroy());
    // What was sent until then is on record, and a client that breaks off has nobody left to answer.
    socket.on('error', (error) => this.#endBy(error));
    this.#waiting?.();
  }

  #onceAttached(work: (socket: TLSSocket) => void): void {
    if (this.#socket !== null) {
      this.#below.release();
      work(this.#socket);
      return;
    }
    this.#waiting = () => this.#onceAttached(work);
  }

  #receive(chunk: Buffer): void {
    this.decryption.plainBytes += chunk.length;
    this.tap?.(chunk);
    if (!this.push(chunk) && !this.#isDraining) this.#socket?.pause();
  }

  /** Errors of TLS itself have such codes; an alert is one that the client has sent. */
  #endBy(error: Error): void {
    const code = 'code' in error ? `${error.code}` : '';
    if (code.startsWith('ERR_SSL_')) this.decryption.end = /_ALERT_/.test(code) ? 'alerted' : 'failed';
    this.destroy();
  }
}

/** The header of a handshake message and a digest (RFC 8446, section 4.4.4). */
function finishedBytesOf(cipher: string): number {
  return 4 + (cipher.endsWith('SHA384') ? 48 : 32);
}
