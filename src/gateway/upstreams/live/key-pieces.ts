import { AssayError } from '../../../base/assay-error.ts';

const NOTHING = Buffer.alloc(0);
const QUOTE = 0x22;
/** A shorter beginning of a key tells nothing: the keys of a provider begin alike. */
const TELLING = 8;
/** So far apart two pieces may be: the end of one event, what comes between, and the beginning of another. */
const PATIENCE_BYTES = 2048;

/**
 * So much of the secret was told by strings up to here, and with the one that is being read if it goes on with them. At
 * the byte `untilByte` nothing will have gone on with it for too long.
 */
type Told = { before: number; now: number; untilByte: number };

/**
 * Finds a secret that is told by several JSON strings one after the other, as the events of a stream tell a text. Bytes are
 * kept back only while more of it has been told than the common beginning of such secrets; where all of it is, the answer
 * ends. It stands behind a `KeyMask`, which takes what is told by one string and cuts none that begins like the secret.
 */
export class KeyPieces {
  readonly #secret: Buffer;
  /** Of each beginning of the secret: the longest shorter one that it ends with (Knuth, Morris and Pratt, 1977). */
  readonly #borders: number[] = [0];
  readonly #telling: number;
  /** One of them stands wherever a string ends with a beginning of the secret. */
  readonly #beginnings: readonly Buffer[];
  #told: Told[] = [];
  #inString = 0;
  /** Whether the string that is being read may still tell anything by what it has told. */
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

  /** Nearly always false, and quickly so. */
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
        throw new AssayError('UPSTREAM_FAILED', 'The answer told the key itself, in pieces.');
    }
  }

  /** A quote may begin a string or end one, and what is between two strings is one that goes on with nothing. */
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

  /** How much of the secret stands at the end, if so much did before this byte. */
  #next(length: number, byte: number): number {
    let held = length;
    while (held > 0 && this.#secret[held] !== byte) held = this.#borders[held - 1] ?? 0;
    return this.#secret[held] === byte ? held + 1 : 0;
  }
}
