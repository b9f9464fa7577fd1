import { EventReader, type ServerSentEvent } from '../../traffic/http/server-sent-events.ts';
import { type AskedRequest, questionOf } from '../../traffic/usage-question.ts';
import type { ByteFilter } from './byte-filter.ts';

/** Lines end with LF, CRLF or CR; after a CR that is the last byte so far, its LF may still come. */
const EMPTY_LINE = /(?:\n|\r(?!\n))(?:\n|\r\n|\r(?!$))/g;
/** A longer event is none of those to be removed, and is not held back until its end. */
const MAX_KEPT_BYTES = 64 * 1024;

/** Creates the filter that removes events for which the client did not ask. */
export function filterFor(asked: AskedRequest): EventFilter | null {
  const question = questionOf(asked);
  return question === null ? null : new EventFilter((event) => question.isAnswer(event));
}

/**
 * Removes events from a stream that may be cut at any byte. The others pass
 * unchanged, each once it is complete.
 */
class EventFilter implements ByteFilter {
  readonly #isUnwanted: (event: ServerSentEvent) => boolean;
  #kept: Uint8Array = new Uint8Array();

  constructor(isUnwanted: (event: ServerSentEvent) => boolean) {
    this.#isUnwanted = isUnwanted;
  }

  pass(bytes: Uint8Array): Uint8Array {
    const all = Buffer.concat([this.#kept, bytes]);
    const passed: Uint8Array[] = [];
    let from = 0;
    for (const { index, 0: lineEnds } of all.toString('latin1').matchAll(EMPTY_LINE)) {
      const event = all.subarray(from, index + lineEnds.length);
      if (!this.#holdsUnwanted(event)) passed.push(event);
      from += event.length;
    }
    const rest = all.subarray(from);
    const isTooLong = rest.length > MAX_KEPT_BYTES;
    this.#kept = isTooLong ? new Uint8Array() : rest;
    return Buffer.concat(isTooLong ? [...passed, rest] : passed);
  }

  last(): Uint8Array {
    return this.#holdsUnwanted(this.#kept) ? new Uint8Array() : this.#kept;
  }

  #holdsUnwanted(bytes: Uint8Array): boolean {
    return new EventReader().add(bytes).some((event) => this.#isUnwanted(event));
  }
}
