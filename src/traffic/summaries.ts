import { type Lines, linesIn } from './lines.ts';
import type { Passage } from './wire.ts';

/** What can be gone on from. `isAskedFor` is true of an answer to a request for a summary. */
type Summary = { text: string; lines: Lines; isAskedFor: boolean };

/** Agents take some of a summary only, and write something around it. */
const SHORTEST_PART = 20;

/** An agent may ask for a summary twice, to have it checked, and goes on from the last one. */
const MOST_SUMMARIES = 4;

/** Agents take away what stands around the parts of a summary. */
const TAG = /<\/?[a-z]+>/g;

/** The answers of the model that may be summaries of a conversation, and what goes on from them. */
export class Summaries {
  readonly #latest: Summary[] = [];
  #askedFor = 0;

  /** The number of those that were asked for. */
  get askedFor(): number {
    return this.#askedFor;
  }

  /** `known` is what the user had said before: a summary repeats it, and so does every other request of the conversation. */
  note(text: string, { known, isAskedFor }: { known: Lines; isAskedFor: boolean }): void {
    const lines = linesIn([text.replaceAll(TAG, '\n')])
      .entries()
      .filter(([line, length]) => length >= SHORTEST_PART && !known.has(line));
    if (isAskedFor) this.#askedFor += 1;
    this.#latest.unshift({ text: text.trim(), lines: new Map(lines), isAskedFor });
    this.#latest.length = Math.min(this.#latest.length, MOST_SUMMARIES);
  }

  /** The summary may be one line among others, or have lines of which an agent takes some. */
  areHeldBy(passages: readonly Passage[], which: 'all' | 'asked-for' = 'all'): boolean {
    const summaries = this.#latest.filter(
      ({ text, isAskedFor }) => text !== '' && (which === 'all' || isAskedFor),
    );
    if (summaries.length === 0) return false;
    const told = passages.flatMap(({ by, text }) => (by === 'tool' ? [] : [text]));
    if (summaries.some((summary) => told.some((text) => text.includes(summary.text)))) return true;
    const held = linesIn(told);
    return summaries.some(({ lines }) => lines.keys().some((line) => held.has(line)));
  }
}
