import type { EgressEvent } from '../../../contracts/egress.ts';
import type { SentBytes } from '../../sandbox.ts';
import { BodyMeter } from './body-meter.ts';
import type { Target } from './decide.ts';
import { Inbound, nameOf, type Tapped } from './inbound.ts';
import { type EgressAttempt, KeptAttempts } from './kept-attempts.ts';
import { KeptBytes, Room } from './kept-bytes.ts';
import { SentPieces } from './sent-pieces.ts';

/** The limit for the bytes of all connections of a trial, and for those of all bodies, until they have been searched. */
const MAX_SENT_BYTES = 8 * 1024 ** 2;
/** The room that each of them takes in addition to its bytes, so that their number is limited. */
const PLACE_BYTES = 1024;

/** Connections of which nothing was read. The target is null if nobody knows where they led. */
type Unread = { target: Target | null; count: number };

type Source = { readonly sent: SentBytes[] };

const NOTHING = Buffer.alloc(0);
const NO_ROOM = new Room(0);
const TOO_MANY = 'there were more connections than are kept';

/** Records what one trial tried to reach, bounded in size. It can be read while attempts are under way. */
export class EgressLog {
  readonly #startMs = performance.now();
  readonly #kept = new KeptAttempts();
  /** There are no more of these than open connections, and requests on those. */
  readonly #underWay = new Set<() => EgressAttempt | null>();
  readonly #sources = new Set<Source>();
  readonly #connectionRoom = new Room(MAX_SENT_BYTES);
  readonly #bodyRoom = new Room(MAX_SENT_BYTES);
  readonly #identifiers = new KeptBytes(this.#connectionRoom);
  readonly #pieces = new SentPieces();
  #unkept = 0;

  now(): number {
    return performance.now() - this.#startMs;
  }

  /** Adds an attempt that is over. */
  add(attempt: EgressAttempt): void {
    this.#kept.add(attempt);
  }

  /**
   * Adds an attempt that is under way, and returns a callback that ends it: the attempt is kept as it is at that time.
   * `null`: the attempt was logged as another event.
   */
  follow(attempt: () => EgressAttempt | null): () => void {
    this.#underWay.add(attempt);
    return () => {
      if (this.#underWay.delete(attempt)) addIfAny(this.#kept, attempt());
    };
  }

  /** Counts an attempt of which nothing is known. */
  miss(): void {
    this.#kept.miss();
  }

  /** Starts to keep the bytes of another connection. */
  receive(connection: Tapped, target: Target): Inbound {
    const room = placeIn(this.#connectionRoom);
    const inbound = new Inbound(room, target, this.#pieces.note);
    this.#keep(inbound, room);
    inbound.tap(connection);
    return inbound;
  }

  /** Keeps only the identifier of a question that carries no other data, because there may be any number of them. */
  keepIdentifier(inbound: Inbound, identifier: Uint8Array): void {
    inbound.forget();
    if (this.#sources.delete(inbound)) this.#connectionRoom.give(PLACE_BYTES);
    else this.#unkept -= 1;
    this.#identifiers.push(identifier);
  }

  /** Notes a short text that a protocol carried. */
  notePiece(place: string, piece: string): void {
    this.#pieces.note(place, piece);
  }

  /** Measures another body, and keeps it without the framing of its protocol. An empty body takes no room. */
  openBody(target: Target): BodyMeter {
    let kept: KeptBytes | null = null;
    return new BodyMeter({
      push: (chunk) => {
        kept ??= this.#keepBody(target);
        kept.push(chunk);
      },
    });
  }

  /** Returns the bytes that were sent so far, unchanged. */
  sent(): SentBytes[] {
    const { content, lacks } = this.#identifiers;
    const all: SentBytes[] = [
      ...[...this.#sources].flatMap(({ sent }) => sent),
      ...this.#pieces.sent,
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

  /** `unread` counts connections that never reached the log. */
  events(unread: readonly Unread[]): EgressEvent[] {
    const all = this.#kept.copy();
    for (const attempt of this.#underWay) addIfAny(all, attempt());
    const nowMs = this.now();
    for (const { target, count } of unread) {
      if (target === null) all.miss(count);
      else all.count({ of: 'unread', atMs: nowMs, ...target, decision: 'denied', count });
    }
    return all.events(nowMs);
  }

  #keepBody(target: Target): KeptBytes {
    const room = placeIn(this.#bodyRoom);
    const kept = new KeptBytes(room);
    const place = `the body of a request to ${nameOf(target)}`;
    const source = {
      get sent() {
        return [{ place, form: 'body' as const, bytes: kept.content, lacks: kept.lacks }];
      },
    };
    this.#keep(source, room);
    return kept;
  }

  #keep(source: Source, room: Room): void {
    if (room === NO_ROOM) this.#unkept += 1;
    else this.#sources.add(source);
  }
}

function placeIn(room: Room): Room {
  return room.takes(PLACE_BYTES) ? room : NO_ROOM;
}

function addIfAny(kept: KeptAttempts, attempt: EgressAttempt | null): void {
  if (attempt !== null) kept.add(attempt);
}
