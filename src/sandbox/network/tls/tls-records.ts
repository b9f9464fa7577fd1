const HEADER_BYTES = 5;
const TYPE = { changeCipherSpec: 20, alert: 21, handshake: 22, protected: 23 } as const;
/** What a protected record takes beside its content: the content's type and a tag of 16 bytes. */
const PROTECTION_BYTES = 17;
const ALERT_BYTES = 2;

/** What a TLS server has read of a connection. `finishedBytes` is the size of the client's Finished message, once it has come. */
export type Decryption = { plainBytes: number; finishedBytes: number | null };

/**
 * Follows the records that a client sends on a TLS 1.3 connection (RFC 8446, section 5), to tell whether a server has read
 * all of it: it ignores what follows a client's last message, and what pads a record.
 */
export class TlsRecords {
  #header = Buffer.alloc(0);
  #left = 0;
  #count = 0;
  #protectedBytes = 0;
  #isStrange = false;

  push(chunk: Uint8Array): void {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    while (rest.length > 0 && !this.#isStrange) rest = rest.subarray(this.#take(rest));
  }

  /** Whether every byte after the ClientHello is one that the server has read, or belongs to the protocol alone. */
  accountsFor({ plainBytes, finishedBytes }: Decryption): boolean {
    if (this.#isStrange || this.#left > 0 || this.#header.length > 0) return false;
    const rest = this.#protectedBytes - plainBytes - (finishedBytes ?? 0);
    return rest === 0 || rest === ALERT_BYTES;
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
    if (this.#header.length === HEADER_BYTES) this.#beginRecord();
    return taken;
  }

  #beginRecord(): void {
    const type = this.#header.readUInt8(0);
    const version = this.#header.readUInt16BE(1);
    this.#left = this.#header.readUInt16BE(3);
    this.#header = Buffer.alloc(0);
    if (!this.#isExpected(type, version)) this.#isStrange = true;
    if (type === TYPE.protected) this.#protectedBytes += this.#left - PROTECTION_BYTES;
    this.#count += 1;
  }

  #isExpected(type: number, version: number): boolean {
    const isFirst = this.#count === 0;
    if (isFirst) return type === TYPE.handshake;
    if (version !== 0x0303) return false;
    if (type === TYPE.changeCipherSpec) return this.#count === 1 && this.#left === 1;
    if (type === TYPE.alert) return this.#protectedBytes === 0 && this.#left === ALERT_BYTES;
    return type === TYPE.protected && this.#left >= PROTECTION_BYTES;
  }
}
