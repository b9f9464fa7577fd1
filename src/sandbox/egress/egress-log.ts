import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { EgressBody, EgressEvent } from '../../contracts/egress.ts';
import { BoundedBuffer } from '../bounded-buffer.ts';

const MAX_EVENTS = 1000;
const MAX_BODY_BYTES = 16 * 1024;
/** Of all events of a trial together, as they are stored. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Without the kind `cut`, which only the log itself can know. */
export type Attempt = Exclude<EgressEvent, { kind: 'cut' }>;

/** What one trial tried to reach, bounded in number and size. An attempt may still be going on when it is read. */
export class EgressLog {
  readonly #startMs = performance.now();
  readonly #attempts: (() => Attempt | null)[] = [];
  #missed = 0;

  now(): number {
    return performance.now() - this.#startMs;
  }

  /** `null` means that what it became stands in the log by itself. */
  add(attempt: () => Attempt | null): void {
    if (this.#attempts.length < MAX_EVENTS) this.#attempts.push(attempt);
    else this.miss();
  }

  /** There was an attempt of which nothing is known. */
  miss(): void {
    this.#missed += 1;
  }

  /** `refused` are those that the log never heard of. */
  events(refused: number): EgressEvent[] {
    const attempts = this.#attempts.flatMap((attempt) => attempt() ?? []);
    let textBytes = 0;
    const kept: EgressEvent[] = attempts.filter((attempt) => {
      textBytes += JSON.stringify(attempt).length;
      return textBytes <= MAX_TEXT_BYTES;
    });
    const missed = this.#missed + refused + attempts.length - kept.length;
    return missed === 0 ? kept : [...kept, { kind: 'cut', atMs: this.now(), missed }];
  }
}

/** Bytes that were sent, on their way through. */
export class BodyMeter {
  readonly #start = new BoundedBuffer(MAX_BODY_BYTES);
  readonly #hash = createHash('sha256');
  #size = 0;

  push(chunk: Buffer): void {
    this.#start.push(chunk);
    this.#hash.update(chunk);
    this.#size += chunk.length;
  }

  get size(): number {
    return this.#size;
  }

  get body(): EgressBody {
    const { content, isTruncated } = this.#start;
    return {
      text: content.toString(),
      size: this.#size,
      digest: `sha256:${this.#hash.copy().digest('hex')}`,
      isWhole: !isTruncated && isUtf8(content),
    };
  }
}
