import { type QuoteWord, withoutStrokes } from './quote-words.ts';

type Letter = { isGiven: boolean };
/** The letters of a quote without spaces and strokes, each with its mark. */
type Line = { text: string; letters: readonly Letter[]; words: readonly QuoteWord[] };

/** A run has at least so many letters. Of a text with a million words, shorter ones stand in any work. */
const LEAST_RUN = { usual: 8, inLongTexts: 12 };
const LONG_TEXT = 200_000;

/** Finds given text in quotes by runs of letters, wherever the spaces and signs are: words that were split or joined. */
export class GivenRuns {
  readonly #least: number;
  readonly #lines: readonly Line[];
  /** The letters of each place in a quote that has such a run. */
  readonly #runs = new Map<string, Letter[][]>();

  constructor(quotes: readonly (readonly QuoteWord[])[], { givenLength }: { givenLength: number }) {
    this.#least = givenLength > LONG_TEXT ? LEAST_RUN.inLongTexts : LEAST_RUN.usual;
    this.#lines = quotes.map(lineOf);
    for (const line of this.#lines) this.#addRunsOf(line);
  }

  /** Reads the letters of a given text, or of a part of it. */
  read(letters: string): void {
    const bare = withoutStrokes(letters);
    for (const { text, letters: own } of this.#lines)
      if (text !== '' && text.length < this.#least && bare.includes(text)) markGiven(own);
    for (let at = 0; this.#runs.size > 0 && at + this.#least <= bare.length; at++)
      this.#find(bare.slice(at, at + this.#least));
  }

  /** Marks the words of which at least half stands in such runs. */
  mark(): void {
    for (const { words, letters } of this.#lines) {
      let from = 0;
      for (const word of words) {
        const own = letters.slice(from, from + word.bare.length);
        from += word.bare.length;
        if (own.filter(({ isGiven }) => isGiven).length * 2 >= Math.max(1, own.length)) word.isGiven = true;
      }
    }
  }

  #addRunsOf({ text, letters }: Line): void {
    for (let at = 0; at + this.#least <= text.length; at++) {
      const run = text.slice(at, at + this.#least);
      const places = this.#runs.get(run) ?? [];
      places.push(letters.slice(at, at + this.#least));
      this.#runs.set(run, places);
    }
  }

  /** Each run is marked once, however often it is given. */
  #find(run: string): void {
    const places = this.#runs.get(run);
    if (places === undefined) return;
    for (const place of places) markGiven(place);
    this.#runs.delete(run);
  }
}

function lineOf(words: readonly QuoteWord[]): Line {
  const text = words.map(({ bare }) => bare).join('');
  return { text, letters: Array.from({ length: text.length }, () => ({ isGiven: false })), words };
}

function markGiven(letters: readonly Letter[]): void {
  for (const letter of letters) letter.isGiven = true;
}
