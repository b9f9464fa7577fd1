import type { EgressEvent } from '../../../contracts/egress.ts';
import type { SentBytes } from '../../sandbox.ts';
import type { MultiplexedConnection } from '../pipe/multiplexed-connection.ts';
import { BodyMeter } from './body-meter.ts';
import type { Target } from './decide.ts';
import { Inbound, nameOf } from './inbound.ts';
import { KeptBytes, Room } from './kept-bytes.ts';

const MIB = 1024 ** 2;
const MAX_EVENTS = 1000;
/** Of all events of a trial together, as they are stored. */
const MAX_TEXT_BYTES = 4 * MIB;
/** Of all connections of a trial together, and of all bodies, until they have been searched. */
const MAX_SENT_BYTES = 8 * MIB;

/** Without the kind `cut`, which only the log itself can know. */
export type EgressAttempt = Exclude<EgressEvent, { kind: 'cut' }>;

/** What one trial tried to reach, bounded in number and size. An attempt may still be going on when it is read. */
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

  /** One more connection. */
  receive(connection: MultiplexedConnection, target: Target): Inbound {
    const inbound = new Inbound(this.#connectionRoom, target);
    if (this.#keep(() => inbound.sent)) inbound.tap(connection);
    return inbound;
  }

  /** One more body, without what its protocol puts between its parts. */
  openBody(target: Target): BodyMeter {
    const kept = new KeptBytes(this.#bodyRoom);
    const place = `the body of a request to ${nameOf(target)}`;
    const isKept = this.#keep(() => [{ place, form: 'body', bytes: kept.content, lacks: kept.lacks }]);
    return new BodyMeter(isKept ? kept : null);
  }

  /** What was sent until now, as it came. */
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

  /** Each connection and each body is of an attempt: where there is no room for one, neither is there for the other. */
  #keep(sent: () => SentBytes[]): boolean {
    if (this.#sent.length >= MAX_EVENTS) return false;
    this.#sent.push(sent);
    return true;
  }
}
