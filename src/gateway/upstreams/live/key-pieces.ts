import { AssayError } from '../../../base/assay-error.ts';

const NOTHING = Buffer.alloc(0);
const QUOTE = 0x22;
/** A shorter prefix of a key reveals nothing: all keys of a provider start alike. */
const TELLING = 8;
/** How far apart two pieces may be: the end of one event, what comes between, and the start of another. */
const PATIENCE_BYTES = 2048;

/**
 * How much of the secret the strings up to here have revealed (`before`), and how much if the current string
 * goes on with them (`now`). From the byte `untilByte`, nothing has gone on with it for too long.
 */
type Told = { before: number; now: number; untilByte: number };

/**
 * Finds a secret that is revealed by several JSON strings one after the other, as the events of a stream
 * carry a text. Bytes are held back only once more of the secret has been revealed than the common prefix of
 * such secrets; if all of it is, the answer ends. This comes behind a `KeyMask`, which masks a secret within
 * a single string and cuts no string that starts like the secret.
 */
export class KeyPieces {
  readonly #secret: Buffer;
  /**
   * For each prefix of the secret, the length of its longest proper border (Knuth, Morris and Pratt, 1977).
   */
  readonly #borders: number[] = [0];
  readonly #telling: number;
  /** One of these occurs wherever a string ends with a prefix of the secret. */
  readonly #beginnings: readonly Buffer[];
  #told: Told[] = [];
  #inString = 0;
  /** Whether the current string, after what it has revealed, may still reveal anything. */
  #isTelling = false;
  #seenBytes = 0;
  #kept: Buffer = NOTHING;

  constructor(secret: string) {
    this.#secret = Buffer.from(secret);
    this.#beginnings = [Buffer.from(secret.slice(0, 2)), Buffer.from(`${secret.slice(0, 1)}"`)];
    this.#telling = Math.min(TELLING, secret.length / 2);
    for (const byte of this.#secret.subarray(1))
      this.#borders.push(this.#next(this.#borders.at(-1) ?? 0, byte));
  }

  pass(bytes: Buffer): Buffer {
    if (this.#told.length === 0 && !this.#mayBeginIn(bytes)) return bytes;
    this.#read(bytes);
    const all = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    const isTold = this.#told.some(({ before, now }) => Math.max(before, now) >= this.#telling);
    this.#kept = isTold ? all : NOTHING;
    return isTold ? NOTHING : all;
  }

  last(): Buffer {
    return this.#kept;
  }

  /** A quick test that is nearly always false. */
  #mayBeginIn(bytes: Buffer): boolean {
    return this.#beginnings.some((beginning) => bytes.includes(beginning));
  }

  #read(bytes: Buffer): void {
    const [first] = this.#secret;
    this.#seenBytes += bytes.length;
    for (const byte of bytes) {
      if (byte === QUOTE) this.#endString();
      else if (this.#isTelling || byte === first) this.#take(byte);
    }
    this.#told = this.#told.filter(({ untilByte }) => untilByte > this.#seenBytes);
  }

  #take(byte: number): void {
    this.#inString = this.#next(this.#inString, byte);
    this.#isTelling = this.#inString > 0;
    for (const told of this.#told) {
      told.now = this.#next(told.now, byte);
      this.#isTelling ||= told.now > 0;
      if (told.now === this.#secret.length)
        throw new AssayError('UPSTREAM_FAILED', 'The answer revealed the API key, in pieces.');
    }
  }

  /**
   * A quote may start a string or end one; what lies between two strings counts as a
   * string that continues nothing.
   */
  #endString(): void {
    const further = this.#told.filter(({ before, now }) => now > 0 && now !== before);
    for (const { now } of further) this.#note(now);
    if (this.#inString > 0) this.#note(this.#inString);
    for (const told of this.#told) told.now = told.before;
    this.#inString = 0;
    this.#isTelling = this.#told.length > 0;
  }

  #note(length: number): void {
    const known = this.#told.find(({ before }) => before === length);
    const untilByte = this.#seenBytes + PATIENCE_BYTES;
    if (known === undefined) this.#told.push({ before: length, now: length, untilByte });
    else known.untilByte = untilByte;
  }

  /** How much of the secret ends at this byte, if `length` of it ended just before. */
  #next(length: number, byte: number): number {
    let held = length;
    while (held > 0 && this.#secret[held] !== byte) held = this.#borders[held - 1] ?? 0;
    return this.#secret[held] === byte ? held + 1 : 0;
  }
}
