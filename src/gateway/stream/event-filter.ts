import { EventReader, type ServerSentEvent } from '../../traffic/http/server-sent-events.ts';
import { questionOf } from '../../traffic/usage-question.ts';
import type { ByteFilter } from './byte-filter.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** A longer event is none of those to be removed, and is not held back until its end. */
const MAX_KEPT_BYTES = 64 * 1024;

/** Creates the filter that removes events for which the client did not ask. */
export function filterFor(asked: Parameters<typeof questionOf>[0]): EventFilter | null {
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
    for (let end = endOfEvent(all, from); end !== -1; end = endOfEvent(all, from)) {
      const event = all.subarray(from, end);
      if (!this.#holdsUnwanted(event)) passed.push(event);
      from = end;
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

/** The offset behind the first empty line, or -1. */
function endOfEvent(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const next = bytes[at + 1] === CARRIAGE_RETURN ? at + 2 : at + 1;
    if (bytes[next] === LINE_FEED) return next + 1;
  }
  return -1;
}
