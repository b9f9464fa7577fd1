import type { TranscriptEvent } from '../contracts/transcript.ts';
import { InputRoom, textsIn } from './bounded-input.ts';

/** More events than any agent's conversation has. */
const MAX_EVENTS = 50_000;
/** The evidence of a trial has no room for more, so that longer ones would be lost later. */
const MAX_CHARACTERS = 40 * 1024 ** 2;
const MAX_CHARACTERS_OF_EVENT = 4 * 1024 ** 2;

/**
 * Limits the transcript of a trial, however much was sent: all of it crosses to the thread in which the other trials are
 * served, and is stored.
 */
export class TranscriptRoom {
  readonly events: TranscriptEvent[] = [];
  /** What the agent said and asked for that is not in the events: it is searched all the same. */
  readonly leftOutWords: string[] = [];
  readonly #inputs = new InputRoom();
  #leftOutEvents = 0;
  #left = MAX_CHARACTERS;

  get leftOutEvents(): number {
    return this.#leftOutEvents;
  }

  add(event: TranscriptEvent): void {
    const kept = event.kind === 'tool-call' ? this.#withKeptInput(event) : event;
    const characters = lengthOf(kept);
    const room = Math.min(this.#left, MAX_CHARACTERS_OF_EVENT);
    if (this.events.length < MAX_EVENTS && characters <= room) {
      this.#left -= characters;
      this.events.push(kept);
      return;
    }
    this.#leftOutEvents += 1;
    if (kept.kind === 'assistant') this.leftOutWords.push(kept.text);
    if (kept.kind === 'tool-call') this.#addWords(textsIn(kept.input));
  }

  #withKeptInput(event: Extract<TranscriptEvent, { kind: 'tool-call' }>): TranscriptEvent {
    const { input, leftOut } = this.#inputs.keep(event.input);
    this.#addWords(leftOut);
    return { ...event, input };
  }

  #addWords(words: Iterable<string>): void {
    for (const word of words) this.leftOutWords.push(word);
  }
}

/** The characters that an agent or its model put into an event. */
function lengthOf(event: TranscriptEvent): number {
  switch (event.kind) {
    case 'tool-call':
      return (
        event.id.length +
        event.tool.length +
        [...textsIn(event.input)].reduce((sum, { length }) => sum + length, 0)
      );
    case 'tool-result':
      return event.id.length + event.output.length;
    case 'system':
    case 'user':
    case 'assistant':
    case 'rejection':
      return event.text.length;
  }
}
