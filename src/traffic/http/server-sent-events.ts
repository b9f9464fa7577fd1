import { createParser } from 'eventsource-parser';

/** The fields of an SSE event that model APIs use. */
export type ServerSentEvent = { event: string | null; data: string };

const MAX_EVENT_BYTES = 16 * 1024 * 1024;
const PIECE_CHARACTERS = 24;

export function eventOf(body: object, event: string | null = null): ServerSentEvent {
  return { event, data: JSON.stringify(body) };
}

export function renderEvent({ event, data }: ServerSentEvent): string {
  return `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

/** A text in pieces of about a word or two, as models say it. */
export function piecesOf(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, 'gu')) ?? [];
}

/** Reads events from bytes that are cut anywhere. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({ onEvent: ({ event = null, data }) => this.#take({ event, data }) });
  #events: ServerSentEvent[] = [];
  #bytesSinceEvent = 0;

  add(bytes: Uint8Array): ServerSentEvent[] {
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
    const events = this.#events;
    this.#events = [];
    this.#bytesSinceEvent = events.length === 0 ? this.#bytesSinceEvent + bytes.length : 0;
    if (this.#bytesSinceEvent > MAX_EVENT_BYTES) this.#drop();
    return events;
  }

  #take(event: ServerSentEvent): void {
    if (event.data !== '') this.#events.push(event);
  }

  /**
   * Nobody sends such an event, and keeping it would only take memory. The parser reports its own limit by a callback that
   * is also called for each line that is not a field, and with that callback such lines take 200 times as long.
   */
  #drop(): void {
    this.#parser.reset();
    this.#bytesSinceEvent = 0;
  }
}
