import { isSpaceless } from '../content/letters-of.ts';
import type { QuoteWord } from './quote-words.ts';

/** So many different words in a row of a given text, or letters of a script without spaces, are a passage of it. */
const LEAST_PASSAGE = { word: 4, sign: 6 };
type Unit = keyof typeof LEAST_PASSAGE;

type Known = ReadonlyMap<string, readonly QuoteWord[]>;

/**
 * Finds passages of given texts in quotes, in whatever order a quote has the words, and whatever stands between them: all
 * words of a passage have to be there.
 */
export class GivenPassages {
  readonly #quotes: readonly Known[];
  readonly #known: ReadonlySet<string>;
  readonly #found = new Set<string>();

  constructor(quotes: readonly (readonly QuoteWord[])[]) {
    this.#quotes = quotes.map((words) => Map.groupBy(words, ({ bare }) => bare));
    this.#known = new Set(this.#quotes.flatMap((words) => [...words.keys()]));
  }

  /** Reads the words of a given text, or of a part of it. */
  read(words: readonly string[]): void {
    const last: Record<Unit, string[]> = { word: [], sign: [] };
    for (const word of words) {
      const unit = isSpaceless(word) ? 'sign' : 'word';
      if (unit === 'word' && (word.length < 2 || /\d/.test(word))) continue;
      // A passage ends at a word that no quote has.
      last[unit] = this.#known.has(word) ? [...last[unit], word].slice(-LEAST_PASSAGE[unit]) : [];
      if (last[unit].length === LEAST_PASSAGE[unit]) this.#find(last[unit]);
    }
  }

  #find(passage: readonly string[]): void {
    const key = passage.join(' ');
    if (this.#found.has(key) || new Set(passage).size < passage.length) return;
    this.#found.add(key);
    for (const quote of this.#quotes) {
      const places = passage.map((word) => quote.get(word) ?? []);
      if (places.some((some) => some.length === 0)) continue;
      for (const word of places.flat()) word.isGiven = true;
    }
  }
}
