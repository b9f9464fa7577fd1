import type { SentBytes } from '../../sandbox.ts';
import { Arrival } from '../pipe/multiplexed-connection.ts';
import { TlsRecords } from '../tls/tls-records.ts';
import { BodyMeter } from './body-meter.ts';
import type { Target } from './decide.ts';
import { FramedRequests } from './framed-requests.ts';
import { KeptBytes, type Room } from './kept-bytes.ts';
import type { NotePiece } from './sent-pieces.ts';

/** A connection that shows its bytes as they arrive. */
export type Tapped = {
  tap: ((bytes: Buffer) => void) | null;
  readonly arrival: Arrival;
  once(event: 'close', listener: () => void): unknown;
};

/**
 * Everything that one connection brings, taken where it arrives, before any parser reads it: bytes that no parser
 * understands have been sent all the same.
 */
export class Inbound {
  readonly meter: BodyMeter;
  readonly requests: FramedRequests;
  readonly records = new TlsRecords();
  readonly #kept: KeptBytes;
  /**
   * Returns the number of leading bytes that belong to a protocol that was understood. They may look like anything, and
   * the bodies among them are searched separately.
   */
  framingBytes: () => number = () => 0;
  /** Says whether all that came encrypted is recorded decrypted. */
  isDecrypted = () => true;
  isToProxy = false;
  /** The form of all other bytes. */
  form: 'stream' | 'bytes' = 'stream';
  /** Fulfilled once everything has arrived and the connection is closed. */
  over: Promise<unknown> = Promise.resolve();
  #target: Target;
  #arrival = new Arrival();

  constructor(room: Room, target: Target, note: NotePiece) {
    this.requests = new FramedRequests(note);
    this.#kept = new KeptBytes(room);
    this.meter = new BodyMeter(this.#kept);
    this.#target = target;
  }

  /** Reads the connection's bytes from here on, without keeping the connection itself. */
  tap(connection: Tapped): void {
    connection.tap = (chunk) => {
      this.meter.push(chunk);
      this.requests.push(chunk);
      this.records.push(chunk);
    };
    this.#arrival = connection.arrival;
    const closed = new Promise<void>((resolve) => connection.once('close', resolve));
    this.over = Promise.all([closed, connection.arrival.over]);
  }

  /** Whether sent data is lost. */
  get isCut(): boolean {
    return this.#arrival.isCut;
  }

  /** Who connects to the proxy and says nothing has named nobody. */
  get namesNobody(): boolean {
    return this.isToProxy && this.meter.size === 0 && !this.isCut;
  }

  leadsTo(target: Target): void {
    this.#target = target;
  }

  forget(): void {
    this.#kept.clear();
  }

  /** What follows so many bytes is encrypted, and tells nothing. */
  isEncryptedFrom(bytes: number): void {
    this.#kept.endAt(bytes);
  }

  get sent(): SentBytes[] {
    const { content } = this.#kept;
    const place = `what was sent to ${nameOf(this.#target)}`;
    const framing = content.subarray(0, this.framingBytes());
    const stream = content.subarray(framing.length);
    return [
      { place, form: 'framing', bytes: framing, lacks: null },
      { place, form: this.form, bytes: stream, lacks: this.#lacks },
    ];
  }

  get #lacks(): string | null {
    if (this.#kept.lacks !== null) return this.#kept.lacks;
    if (!this.#arrival.isWhole) return 'it was not read to its end';
    return this.isDecrypted() ? null : 'it was encrypted, and not all of it could be read';
  }
}

export function nameOf({ host, port }: Target): string {
  return `${host ?? 'an unknown host'}:${port}`;
}
