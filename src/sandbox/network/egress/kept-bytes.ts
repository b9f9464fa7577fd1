import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';

/** How many more bytes of a trial can be kept. */
export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /** Takes all of the requested room, or returns false and takes none. */
  takes(asked: number): boolean {
    if (asked > this.#left) return false;
    this.#left -= asked;
    return true;
  }

  /** Takes as much of the requested room as there is, and returns how much that is. */
  take(asked: number): number {
    const taken = Math.min(asked, this.#left);
    this.#left -= taken;
    return taken;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/** Keeps bytes unchanged, as far as there is room for them. */
export class KeptBytes {
  readonly #room: Room;
  #bytes = new BoundedBuffer(Number.MAX_SAFE_INTEGER);
  #isWhole = true;
  #end = Number.POSITIVE_INFINITY;

  constructor(room: Room) {
    this.#room = room;
  }

  push(chunk: Uint8Array): void {
    const wanted = Math.max(0, Math.min(chunk.length, this.#end - this.content.length));
    const taken = this.#room.take(wanted);
    this.#bytes.push(chunk.subarray(0, taken));
    if (taken < wanted) this.#isWhole = false;
  }

  /** Keeps nothing beyond so many bytes, because the rest is known in another form. */
  endAt(bytes: number): void {
    this.#end = bytes;
    const { content } = this;
    if (content.length <= bytes) return;
    this.#room.give(content.length - bytes);
    this.#bytes = new BoundedBuffer(Number.MAX_SAFE_INTEGER);
    this.#bytes.push(content.subarray(0, bytes));
  }

  /** Forgets what was kept, and gives the room back. */
  clear(): void {
    this.#room.give(this.#bytes.content.length);
    this.#bytes = new BoundedBuffer(Number.MAX_SAFE_INTEGER);
  }

  get content(): Buffer {
    return this.#bytes.content;
  }

  /** Says in a few words what is missing; null if nothing is. */
  get lacks(): string | null {
    return this.#isWhole ? null : 'more was sent than is kept';
  }
}
