const NOTHING = Buffer.alloc(0);

/** Puts a mark in the place of a secret in bytes that are cut anywhere. It keeps back what may be its beginning, no more. */
export class KeyMask {
  readonly #secret: Buffer;
  readonly #mark: Buffer;
  #kept: Buffer = NOTHING;

  constructor(secret: string, mark: string) {
    this.#secret = Buffer.from(secret);
    this.#mark = Buffer.from(mark);
  }

  pass(bytes: Uint8Array): Buffer {
    const all = this.#kept.length === 0 ? viewOf(bytes) : Buffer.concat([this.#kept, bytes]);
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = all.indexOf(this.#secret); at !== -1; at = all.indexOf(this.#secret, from)) {
      parts.push(all.subarray(from, at), this.#mark);
      from = at + this.#secret.length;
    }
    const until = this.#beginningIn(all, from);
    this.#kept = all.subarray(until);
    const rest = all.subarray(from, until);
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
  }

  last(): Buffer {
    return this.#kept;
  }

  /** Where the secret may have begun, or the end. */
  #beginningIn(all: Buffer, from: number): number {
    const [first = 0] = this.#secret;
    let at = all.indexOf(first, Math.max(from, all.length - this.#secret.length + 1));
    while (at !== -1 && !this.#secret.subarray(0, all.length - at).equals(all.subarray(at)))
      at = all.indexOf(first, at + 1);
    return at === -1 ? all.length : at;
  }
}

/** Nearly every answer passes as it is: nothing of it is copied. */
function viewOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
