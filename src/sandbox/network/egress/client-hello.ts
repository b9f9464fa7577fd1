import type { EgressLog } from './egress-log.ts';

const RECORD_HEADER_BYTES = 5;
const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const PROTOCOLS = 16;
/** A ClientHello that claims to be longer is not awaited. */
const MAX_RECORD_BYTES = 16 * 1024;

export type ClientHello =
  | { status: 'incomplete' }
  | { status: 'none' }
  | { status: 'read'; serverName: string | null; protocols: readonly string[]; size: number };

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
      ? { status: 'read', ...namesIn(record), size: RECORD_HEADER_BYTES + length }
      : { status: 'none' };
  } catch (error) {
    if (error instanceof RangeError) return { status: 'none' };
    throw error;
  }
}

/** What a client asks for in text can carry anything. */
export function noteHello(
  { serverName, protocols }: Extract<ClientHello, { status: 'read' }>,
  log: Pick<EgressLog, 'notePiece'>,
): void {
  log.notePiece('server names of TLS connections', serverName ?? '');
  log.notePiece('protocols of TLS connections', protocols.join('\n'));
}

type Names = { serverName: string | null; protocols: string[] };

function namesIn(hello: Cursor): Names {
  hello.skip(3 + 2 + 32);
  hello.vector(1); // session id
  hello.vector(2); // cipher suites
  hello.vector(1); // compression methods
  const names: Names = { serverName: null, protocols: [] };
  if (hello.isAtEnd) return names;
  const extensions = hello.vector(2);
  while (!extensions.isAtEnd) {
    const type = extensions.number(2);
    const extension = extensions.vector(2);
    if (type === SERVER_NAME) names.serverName ??= serverNameIn(extension);
    if (type === PROTOCOLS) names.protocols.push(...protocolsIn(extension));
  }
  return names;
}

function serverNameIn(extension: Cursor): string {
  const names = extension.vector(2);
  names.skip(1);
  return names.vector(2).text;
}

/** RFC 7301, section 3.1. */
function protocolsIn(extension: Cursor): string[] {
  const list = extension.vector(2);
  const protocols: string[] = [];
  while (!list.isAtEnd) protocols.push(list.vector(1).text);
  return protocols;
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
