const NOTHING = Buffer.alloc(0);

/**
 * Masks a secret in bytes that may be cut anywhere. Only what may be the start of the secret is held back.
 */
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

  /** The offset at which the secret may have started, or the end. */
  #beginningIn(all: Buffer, from: number): number {
    const [first = 0] = this.#secret;
    let at = all.indexOf(first, Math.max(from, all.length - this.#secret.length + 1));
    while (at !== -1 && !this.#secret.subarray(0, all.length - at).equals(all.subarray(at)))
      at = all.indexOf(first, at + 1);
    return at === -1 ? all.length : at;
  }
}

/** A view without a copy, because nearly every answer passes unchanged. */
function viewOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
