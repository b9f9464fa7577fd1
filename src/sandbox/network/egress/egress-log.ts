import type { EgressEvent } from '../../../contracts/egress.ts';
import type { SentBytes } from '../../sandbox.ts';
import type { MultiplexedConnection } from '../pipe/multiplexed-connection.ts';
import { BodyMeter } from './body-meter.ts';
import type { Target } from './decide.ts';
import { Inbound, nameOf } from './inbound.ts';
import { KeptBytes, Room } from './kept-bytes.ts';

const MIB = 1024 ** 2;
const MAX_EVENTS = 1000;
/** The limit for all events of a trial together, as they are stored. */
const MAX_TEXT_BYTES = 4 * MIB;
/** The limit for the bytes of all connections of a trial, and for those of all bodies, until they have been searched. */
const MAX_SENT_BYTES = 8 * MIB;

/** An event of any kind but `cut`, which only the log itself can add. */
export type EgressAttempt = Exclude<EgressEvent, { kind: 'cut' }>;

/** Records what one trial tried to reach, bounded in number and size. An attempt may still be under way when it is read. */
export class EgressLog {
  readonly #startMs = performance.now();
  readonly #attempts: (() => EgressAttempt | null)[] = [];
  readonly #sent: (() => SentBytes[])[] = [];
  readonly #connectionRoom = new Room(MAX_SENT_BYTES);
  readonly #bodyRoom = new Room(MAX_SENT_BYTES);
  #missed = 0;

  now(): number {
    return performance.now() - this.#startMs;
  }

  /** `null` means that what it became stands in the log by itself. */
  add(attempt: () => EgressAttempt | null): void {
    if (this.#attempts.length < MAX_EVENTS) this.#attempts.push(attempt);
    else this.miss();
  }

  /** There was an attempt of which nothing is known. */
  miss(): void {
    this.#missed += 1;
  }

  /** Starts to keep the bytes of one more connection. */
  receive(connection: MultiplexedConnection, target: Target): Inbound {
    const inbound = new Inbound(this.#connectionRoom, target);
    if (this.#keep(() => inbound.sent)) inbound.tap(connection);
    return inbound;
  }

  /** Starts to keep one more body, without the framing of its protocol. */
  openBody(target: Target): BodyMeter {
    const kept = new KeptBytes(this.#bodyRoom);
    const place = `the body of a request to ${nameOf(target)}`;
    const isKept = this.#keep(() => [{ place, form: 'body', bytes: kept.content, lacks: kept.lacks }]);
    return new BodyMeter(isKept ? kept : null);
  }

  /** Returns the bytes that were sent so far, unchanged. */
  sent(): SentBytes[] {
    const all = this.#sent.flatMap((sent) => sent());
    return all.filter(({ bytes, lacks }) => bytes.length > 0 || lacks !== null);
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

  /** Has as much room as there is for attempts: each connection and each body belongs to one. */
  #keep(sent: () => SentBytes[]): boolean {
    if (this.#sent.length >= MAX_EVENTS) return false;
    this.#sent.push(sent);
    return true;
  }
}
