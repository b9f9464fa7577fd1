import type { KeptBody } from '../../traffic/wire-log/frame.ts';

const HIDDEN = '[token]';

/** Keeps the first bytes of a body as they came, and counts the rest. */
export class BoundedBody {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#limit - this.#kept);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#kept += kept.length;
    this.#total += bytes.length;
  }

  /** Returns no more than `room` bytes, without the secret. */
  take(room: number, secret: string): KeptBody {
    const whole = Buffer.concat(this.#chunks);
    const cut = whole.subarray(0, room);
    const leftOutBytes = this.#total - cut.length;
    return { content: cut.includes(secret) ? without(secret, cut) : cut, leftOutBytes };
  }
}

/** Replaces byte for byte, so that binary content stays intact. */
function without(secret: string, bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(secret, HIDDEN), 'latin1');
}
