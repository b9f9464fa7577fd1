const KIB = 1024;
/** Longer than anything that a writer can put into a pipe atomically. */
const LONGEST_LINE = 8 * KIB;
const ROOM = 256 * KIB;
const NEW_LINE = '\n'.charCodeAt(0);

/**
 * The lines of a stream, in order and limited. Lines that start with a known word have their own limit for
 * each word, so that nothing else that is written takes their room.
 */
export class ChannelLines {
  readonly #room: Map<string, number>;
  readonly #marks = new Set<string>();
  readonly #lines: string[] = [];
  #rest = Buffer.alloc(0);
  #missing = 0;

  constructor(words: readonly string[]) {
    this.#room = new Map(['', ...words].map((word) => [word, ROOM]));
  }

  get all(): string[] {
    const rest = this.#rest.toString();
    return rest === '' ? [...this.#lines] : [...this.#lines, rest];
  }

  /** The number of bytes that were not kept. */
  get missing(): number {
    return this.#missing;
  }

  /** Announces a line that the harness itself is about to write. */
  expect(mark: string): void {
    this.#marks.add(mark);
  }

  hasArrived(mark: string): boolean {
    return !this.#marks.has(mark);
  }

  push(bytes: Buffer): void {
    const text = Buffer.concat([this.#rest, bytes]);
    let start = 0;
    for (let end = text.indexOf(NEW_LINE); end >= 0; end = text.indexOf(NEW_LINE, start)) {
      this.#take(text.subarray(start, end));
      start = end + 1;
    }
    const rest = text.subarray(start);
    this.#missing += Math.max(0, rest.length - LONGEST_LINE);
    this.#rest = Buffer.from(rest.subarray(0, LONGEST_LINE));
  }

  #take(bytes: Buffer): void {
    const line = bytes.toString();
    if (line === '' || this.#marks.delete(line)) return;
    const [first = ''] = line.split('\t', 1);
    const word = this.#room.has(first) ? first : '';
    const room = this.#room.get(word) ?? 0;
    if (bytes.length > Math.min(room, LONGEST_LINE)) {
      this.#missing += bytes.length;
    } else {
      this.#room.set(word, room - bytes.length - 1);
      this.#lines.push(line);
    }
  }
}
