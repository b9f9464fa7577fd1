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

type Source = { readonly sent: SentBytes[] };

const NOTHING = Buffer.alloc(0);
const TOO_MANY = 'there were more connections than are kept';

/** Records what one trial tried to reach, bounded in number and size. An attempt may still be under way when it is read. */
export class EgressLog {
  readonly #startMs = performance.now();
  readonly #attempts: (() => EgressAttempt | null)[] = [];
  readonly #sources = new Set<Source>();
  readonly #connectionRoom = new Room(MAX_SENT_BYTES);
  readonly #bodyRoom = new Room(MAX_SENT_BYTES);
  readonly #identifiers = new KeptBytes(this.#connectionRoom);
  #missed = 0;
  #unkept = 0;

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
    const inbound = new Inbound(this.#roomFrom(this.#connectionRoom), target);
    this.#keep(inbound);
    inbound.tap(connection);
    return inbound;
  }

  /** Keeps only the identifier of a question that says nothing else: there may be any number of them. */
  keepIdentifier(inbound: Inbound, identifier: Uint8Array): void {
    if (!this.#sources.delete(inbound)) this.#unkept -= 1;
    inbound.forget();
    this.#identifiers.push(identifier);
  }

  /** Starts to keep one more body, without the framing of its protocol. */
  openBody(target: Target): BodyMeter {
    const kept = new KeptBytes(this.#roomFrom(this.#bodyRoom));
    const place = `the body of a request to ${nameOf(target)}`;
    this.#keep({
      get sent() {
        return [{ place, form: 'body' as const, bytes: kept.content, lacks: kept.lacks }];
      },
    });
    return new BodyMeter(kept);
  }

  /** Returns the bytes that were sent so far, unchanged. */
  sent(): SentBytes[] {
    const { content, lacks } = this.#identifiers;
    const all: SentBytes[] = [
      ...[...this.#sources].flatMap(({ sent }) => sent),
      { place: 'identifiers of questions for the sandbox itself', form: 'framing', bytes: content, lacks },
      {
        place: 'what else was sent',
        form: 'stream',
        bytes: NOTHING,
        lacks: this.#unkept > 0 ? TOO_MANY : null,
      },
    ];
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

  /** There are as many places as there are for attempts: each connection and each body belongs to one. */
  get #isFull(): boolean {
    return this.#sources.size >= MAX_EVENTS;
  }

  #roomFrom(room: Room): Room {
    return this.#isFull ? new Room(0) : room;
  }

  #keep(source: Source): void {
    if (this.#isFull) this.#unkept += 1;
    else this.#sources.add(source);
  }
}
