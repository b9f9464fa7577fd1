import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { EgressBody } from '../../../contracts/egress.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';

const MAX_BODY_BYTES = 16 * 1024;

type Sink = { push(chunk: Uint8Array): void };

/** Measures bytes that are sent: it keeps their beginning for people to read, and all of them for a search. */
export class BodyMeter {
  readonly #start = new BoundedBuffer(MAX_BODY_BYTES);
  readonly #hash = createHash('sha256');
  readonly #kept: Sink | null;
  /** The number of bytes, for callers that must not keep the bytes alive, as the meter does. */
  readonly counted = { bytes: 0 };

  constructor(kept: Sink | null) {
    this.#kept = kept;
  }

  push(chunk: Uint8Array): void {
    this.#start.push(chunk);
    this.#hash.update(chunk);
    this.#kept?.push(chunk);
    this.counted.bytes += chunk.length;
  }

  get size(): number {
    return this.counted.bytes;
  }

  get body(): EgressBody {
    const { content, isTruncated } = this.#start;
    return {
      text: content.toString(),
      size: this.size,
      digest: `sha256:${this.#hash.copy().digest('hex')}`,
      isWhole: !isTruncated && isUtf8(content),
    };
  }
}
