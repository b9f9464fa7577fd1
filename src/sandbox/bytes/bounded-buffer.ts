/**
 * Keeps the first `limit` bytes of a stream. It copies what it keeps, so that no
 * larger chunk stays in memory.
 */
export class BoundedBuffer {
  readonly #limit: number;
  #bytes = Buffer.alloc(0);
  #length = 0;
  #isTruncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#limit - this.#length);
    if (kept.length < bytes.length) this.#isTruncated = true;
    this.#reserve(this.#length + kept.length);
    this.#bytes.set(kept, this.#length);
    this.#length += kept.length;
  }

  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(length, Math.min(this.#limit, 2 * this.#bytes.length)));
    larger.set(this.content);
    this.#bytes = larger;
  }
}
