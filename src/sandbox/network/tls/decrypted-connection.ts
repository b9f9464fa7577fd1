import { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { Arrival } from '../pipe/multiplexed-connection.ts';
import type { Decryption } from './tls-records.ts';

/** What a client sends over TLS, and the way back to it. */
export class DecryptedConnection extends Duplex {
  /** Called with all bytes as they are decrypted, even if they are read later or never. */
  tap: ((bytes: Buffer) => void) | null = null;
  readonly arrival = new Arrival();
  readonly decryption: Decryption = { plainBytes: 0, finishedBytes: null };
  readonly #socket: TLSSocket;
  #isDraining = false;

  constructor(connection: Duplex, secureContext: SecureContext) {
    super({ allowHalfOpen: true });
    // Whoever only speaks HTTP/2 is refused, everybody else falls back.
    const options = { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] };
    this.#socket = new TLSSocket(connection, options);
    this.#socket.once('secure', () => {
      this.decryption.finishedBytes = finishedBytesOf(this.#socket.getCipher().name);
    });
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.once('end', () => this.push(null));
    this.#socket.once('close', () => this.destroy());
    // What was sent until then is on record, and a client that breaks off has nobody left to answer.
    this.#socket.on('error', () => this.destroy());
    this.on('error', () => undefined);
    // The connection below knows whether something is missing.
    this.arrival.end('whole');
  }

  /** Decrypts what has arrived, even if nobody reads it. */
  drain(): void {
    this.#isDraining = true;
    this.#socket.resume();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #receive(chunk: Buffer): void {
    this.decryption.plainBytes += chunk.length;
    this.tap?.(chunk);
    if (!this.push(chunk) && !this.#isDraining) this.#socket.pause();
  }
}

/** The header of a handshake message and a digest (RFC 8446, section 4.4.4). */
function finishedBytesOf(cipher: string): number {
  return 4 + (cipher.endsWith('SHA384') ? 48 : 32);
}
