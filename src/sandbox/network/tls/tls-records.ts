const HEADER_BYTES = 5;
const TYPE = { changeCipherSpec: 20, alert: 21, handshake: 22, protected: 23 } as const;
/** What a protected record takes beside its content: the content's type and a tag of 16 bytes. */
const PROTECTION_BYTES = 17;
const ALERT_BYTES = 2;

/** What a TLS server has read of a connection. */
export type Decryption = {
  plainBytes: number;
  /** The size of the client's Finished message; `null` until the handshake is complete. */
  finishedBytes: number | null;
  /** How the client ended it: `failed` if it sent what cannot be decrypted, or has no place there. */
  end: 'closed' | 'alerted' | 'failed' | null;
};

/**
 * Follows the records that a client sends on a TLS 1.3 connection (RFC 8446, section 5), to tell whether a server has read
 * all of it. The server ignores what follows the client's last message, and what pads a record; empty records, of which any
 * number could be sent, are none that clients send.
 */
export class TlsRecords {
  #header = Buffer.alloc(0);
  #left = 0;
  #size = 0;
  readonly #helloBytes = { first: 0, all: 0 };
  /** The kinds of the records that are not encrypted, one letter each. */
  #clear = '';
  /** The sizes of the contents of encrypted records: of the first, of the last, and of all but the first. */
  #protected = { count: 0, first: 0, last: 0, rest: 0 };
  #isStrange = false;

  push(chunk: Uint8Array): void {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    while (rest.length > 0 && !this.#isStrange) {
      const taken = this.#take(rest);
      this.#size += taken;
      rest = rest.subarray(taken);
    }
  }

  /**
   * How many bytes the first ClientHello takes, and all up to the last one: the server may have asked for another, which only
   * a complete handshake shows.
   */
  get helloBytes(): { first: number; all: number } {
    return this.#helloBytes;
  }

  /** Whether every byte after the ClientHello is one that the server has read, or belongs to the protocol alone. */
  accountsFor({ plainBytes, finishedBytes, end }: Decryption): boolean {
    if (this.#isStrange || this.#left > 0 || this.#header.length > 0) return false;
    const { count, first, last, rest } = this.#protected;
    if (count === 0 && this.#clear === 'H') return true;
    const isExpected = finishedBytes === null ? /^HC?A?$/ : /^H(?:C?H)?C?$/;
    if (end === 'failed' || !isExpected.test(this.#clear)) return false;
    if (this.#clear.endsWith('A')) return count === 0 && end === 'alerted';
    if (count === 0) return true;
    if (finishedBytes === null) return count === 1 && first === ALERT_BYTES && end === 'alerted';
    if (first !== finishedBytes) return false;
    const closing = end !== null && count > 1 && last === ALERT_BYTES ? ALERT_BYTES : 0;
    return rest === plainBytes || rest === plainBytes + closing;
  }

  /** Returns the number of bytes that it consumed. */
  #take(bytes: Buffer): number {
    if (this.#left > 0) {
      const taken = Math.min(this.#left, bytes.length);
      this.#left -= taken;
      return taken;
    }
    const taken = Math.min(HEADER_BYTES - this.#header.length, bytes.length);
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, taken)]);
    if (this.#header.length === HEADER_BYTES) this.#beginRecord(this.#size + taken);
    return taken;
  }

  #beginRecord(start: number): void {
    const type = this.#header.readUInt8(0);
    const version = this.#header.readUInt16BE(1);
    this.#left = this.#header.readUInt16BE(3);
    this.#header = Buffer.alloc(0);
    if (version !== 0x0303 && this.#clear !== '') this.#isStrange = true;
    if (type === TYPE.protected) this.#addProtected(this.#left - PROTECTION_BYTES);
    else this.#addClear(type);
    if (type !== TYPE.handshake || this.#isStrange) return;
    this.#helloBytes.all = start + this.#left;
    if (this.#clear === 'H') this.#helloBytes.first = this.#helloBytes.all;
  }

  #addProtected(size: number): void {
    const { count, first, rest } = this.#protected;
    if (size < 1 || this.#clear === '') this.#isStrange = true;
    this.#protected =
      count === 0
        ? { count: 1, first: size, last: size, rest: 0 }
        : { count: count + 1, first, last: size, rest: rest + size };
  }

  #addClear(type: number): void {
    const kind = this.#kindOf(type);
    if (kind === null || this.#protected.count > 0) this.#isStrange = true;
    this.#clear += kind ?? '';
  }

  #kindOf(type: number): string | null {
    if (type === TYPE.handshake) return 'H';
    if (type === TYPE.changeCipherSpec && this.#left === 1) return 'C';
    return type === TYPE.alert && this.#left === ALERT_BYTES ? 'A' : null;
  }
}
