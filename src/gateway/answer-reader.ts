import { z } from 'zod';
import { countedUsage } from './counted-usage.ts';
import { EventReader } from './server-sent-events.ts';
import type { ModelAnswer, Wire } from './wire.ts';

/** What was read of an answer. `answer` is `null` where nothing could be. */
export type ReadAnswer = { answer: ModelAnswer | null; isComplete: boolean; error: string | null };

const ErrorEvent = z.object({ error: z.record(z.string(), z.unknown()) });
/** Nearly every event is none: only one that holds such a word is looked at. */
const ERROR_WORD = /"error"|"response\.failed"/;
const FailedEvent = z.object({ type: z.literal('response.failed') });

/** Above that a stream is read while it comes, so that it takes no more memory; below, once it has gone by. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** Reads an answer beside its way to the client. What cannot be read is left unknown and stops nothing. */
export interface AnswerReader {
  add(bytes: Uint8Array): void;
  end(): ReadAnswer;
}

export function openAnswerReader(wire: Wire, contentType: string | null): AnswerReader {
  return contentType?.startsWith('text/event-stream') ? new StreamReader(wire) : new BodyReader(wire);
}

class StreamReader implements AnswerReader {
  readonly #wire: Wire;
  readonly #events = new EventReader();
  readonly #joiner: ReturnType<Wire['openJoiner']>;
  readonly #unread: Uint8Array[] = [];
  #unreadBytes = 0;
  #error: string | null = null;

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#joiner = wire.openJoiner();
  }

  add(bytes: Uint8Array): void {
    this.#unread.push(bytes);
    this.#unreadBytes += bytes.length;
    if (this.#unreadBytes > MAX_UNREAD_BYTES) this.#read();
  }

  #read(): void {
    this.#unreadBytes = 0;
    for (const bytes of this.#unread.splice(0)) this.#readEvents(bytes);
  }

  #readEvents(bytes: Uint8Array): void {
    for (const { data } of this.#events.add(bytes)) {
      const event = jsonIn(data);
      if (ERROR_WORD.test(data) && isError(event)) this.#error = data;
      this.#joiner.add(event);
    }
  }

  end(): ReadAnswer {
    this.#read();
    const answer = read(this.#wire, this.#joiner.body());
    return { answer, isComplete: this.#joiner.isComplete(), error: this.#error };
  }
}

class BodyReader implements AnswerReader {
  readonly #wire: Wire;
  readonly #chunks: Uint8Array[] = [];

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  add(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }

  end(): ReadAnswer {
    const body = jsonIn(Buffer.concat(this.#chunks).toString());
    return { answer: read(this.#wire, body), isComplete: body !== null, error: null };
  }
}

function read(wire: Wire, body: unknown): ModelAnswer | null {
  try {
    const answer = wire.readAnswer(body);
    return { ...answer, usage: countedUsage(answer) };
  } catch {
    // Unknown is what it is: the client got its bytes all the same.
    return null;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not every event is JSON, and a malformed one is its client's to complain about.
    return null;
  }
}

function isError(event: unknown): boolean {
  return ErrorEvent.safeParse(event).success || FailedEvent.safeParse(event).success;
}
