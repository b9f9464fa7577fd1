import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecryptedConnection } from './decrypted-connection.ts';

/** The client of a connection that is still open then is still running. */
const LONGEST_DRAIN_MS = 2000;

/** The TLS connections that are decrypted, until the connections below are closed. */
export class OpenedConnections {
  readonly #closed = new Map<DecryptedConnection, Promise<unknown>>();

  add(decrypted: DecryptedConnection, connection: Duplex): void {
    const closed = new Promise((resolve) => connection.once('close', resolve));
    this.#closed.set(decrypted, closed);
    closed.then(() => this.#closed.delete(decrypted));
  }

  /** Waits until all that has arrived is decrypted, and whatever is over is closed. */
  async drain(): Promise<void> {
    for (const decrypted of this.#closed.keys()) decrypted.drain();
    await Promise.race([Promise.all(this.#closed.values()), sleep(LONGEST_DRAIN_MS, null, { ref: false })]);
  }
}
