import type { SentBytes } from '../../sandbox.ts';
import type { MultiplexedConnection } from '../pipe/multiplexed-connection.ts';
import { BodyMeter } from './body-meter.ts';
import type { Target } from './decide.ts';
import { KeptBytes, type Room } from './kept-bytes.ts';

/**
 * All that one connection brings, taken where it comes in, below whatever reads it: what no parser makes anything of has
 * been sent all the same.
 */
export class Inbound {
  readonly meter: BodyMeter;
  readonly #kept: KeptBytes;
  /**
   * So many of the first bytes are of a protocol that was understood. These may look like anything, and what they may hold
   * packed is searched by itself.
   */
  framingBytes = 0;
  /** Of the others. */
  form: 'stream' | 'bytes' = 'stream';
  #target: Target;
  #isEnded: () => boolean = () => true;

  constructor(room: Room, target: Target) {
    this.#kept = new KeptBytes(room);
    this.meter = new BodyMeter(this.#kept);
    this.#target = target;
  }

  /** From here on; a connection that is closed is let go. */
  tap(connection: MultiplexedConnection): void {
    connection.tap = (chunk) => this.meter.push(chunk);
    this.#isEnded = () => connection.isEnded;
    connection.once('close', () => {
      const { isEnded } = connection;
      this.#isEnded = () => isEnded;
    });
  }

  leadsTo(target: Target): void {
    this.#target = target;
  }

  get sent(): SentBytes[] {
    const { content } = this.#kept;
    const place = `what was sent to ${nameOf(this.#target)}`;
    const lacks = this.#kept.lacks ?? (this.#isEnded() ? null : 'it was not read to its end');
    const framing = content.subarray(0, this.framingBytes);
    const stream = content.subarray(framing.length);
    return [
      { place, form: 'framing', bytes: framing, lacks: null },
      { place, form: this.form, bytes: stream, lacks },
    ];
  }
}

export function nameOf({ host, port }: Target): string {
  return `${host ?? 'an unknown host'}:${port}`;
}
