const RECORD_HEADER_BYTES = 5;
const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** A ClientHello that claims to be longer is not awaited. */
const MAX_RECORD_BYTES = 16 * 1024;

export type ClientHello =
  | { status: 'incomplete' }
  | { status: 'none' }
  | { status: 'read'; serverName: string | null; size: number };

/** Reads the server name in the first bytes of a TLS connection (RFC 8446, section 4.1.2; RFC 6066, section 3). */
export function readClientHello(bytes: Buffer): ClientHello {
  if (bytes.length > 0 && bytes.at(0) !== HANDSHAKE_RECORD) return { status: 'none' };
  if (bytes.length < RECORD_HEADER_BYTES) return { status: 'incomplete' };
  const length = bytes.readUInt16BE(3);
  if (length > MAX_RECORD_BYTES) return { status: 'none' };
  if (bytes.length < RECORD_HEADER_BYTES + length) return { status: 'incomplete' };
  try {
    const record = new Cursor(bytes.subarray(RECORD_HEADER_BYTES, RECORD_HEADER_BYTES + length));
    return record.number(1) === CLIENT_HELLO
      ? { status: 'read', serverName: serverNameIn(record), size: RECORD_HEADER_BYTES + length }
      : { status: 'none' };
  } catch (error) {
    if (error instanceof RangeError) return { status: 'none' };
    throw error;
  }
}

function serverNameIn(hello: Cursor): string | null {
  hello.skip(3 + 2 + 32);
  hello.vector(1); // session id
  hello.vector(2); // cipher suites
  hello.vector(1); // compression methods
  if (hello.isAtEnd) return null;
  const extensions = hello.vector(2);
  while (!extensions.isAtEnd) {
    const type = extensions.number(2);
    const extension = extensions.vector(2);
    if (type !== SERVER_NAME) continue;
    const names = extension.vector(2);
    names.skip(1);
    return names.vector(2).text;
  }
  return null;
}

/** Reads forward, and throws a RangeError at the end. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get text(): string {
    return this.#bytes.toString('latin1');
  }

  number(size: number): number {
    const value = this.#bytes.readUIntBE(this.#at, size);
    this.#at += size;
    return value;
  }

  skip(size: number): void {
    if (this.#at + size > this.#bytes.length) throw new RangeError('past the end');
    this.#at += size;
  }

  /** Reads a field that is preceded by its own length. */
  vector(lengthSize: number): Cursor {
    const length = this.number(lengthSize);
    this.skip(length);
    return new Cursor(this.#bytes.subarray(this.#at - length, this.#at));
  }
}
