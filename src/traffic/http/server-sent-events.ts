/** Of one event, the fields that model APIs use. */
export type ServerSentEvent = { event: string | null; data: string };

const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;
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
  #line = '';
  #event: string | null = null;
  #data: string[] = [];

  add(bytes: Uint8Array): ServerSentEvent[] {
    const lines = (this.#line + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\n/);
    this.#line = lines.pop() ?? '';
    // Nobody sends that; keeping it would only take memory.
    if (this.#line.length > MAX_LINE_CHARACTERS) this.#line = '';
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): ServerSentEvent[] {
    if (line === '') return this.#dispatch();
    if (line.startsWith('data:')) this.#data.push(line.slice(5).trimStart());
    if (line.startsWith('event:')) this.#event = line.slice(6).trim();
    return [];
  }

  #dispatch(): ServerSentEvent[] {
    const event = { event: this.#event, data: this.#data.join('\n') };
    this.#event = null;
    this.#data = [];
    return event.data === '' ? [] : [event];
  }
}
