import type { QuoteWord } from './quote-words.ts';

/** In a longer text stand most of the words that anybody uses. */
export const MOST_VOCABULARY_CHARACTERS = 2000;
/** Shorter words are parts of many others, or differ from them by one letter. */
const LEAST_PART = 3;
const LEAST_LIKENESS = 5;

/**
 * Finds the words of short given texts, in whatever order: also parts of them, words that are joined of them, and words that
 * differ from them by one letter.
 */
export class GivenVocabulary {
  readonly #words: ReadonlySet<string>;
  readonly #joined: string;
  readonly #likenesses: ReadonlySet<string>;

  constructor(words: readonly string[]) {
    this.#words = new Set(words);
    this.#joined = [...this.#words].join(' ');
    this.#likenesses = new Set([...this.#words].flatMap(withOneLetterLess));
  }

  mark(words: readonly QuoteWord[]): void {
    for (const word of words) if (word.kind !== 'sign' && this.#has(word)) word.isGiven = true;
  }

  #has({ bare, kind }: QuoteWord): boolean {
    if (this.#words.has(bare)) return true;
    return kind === 'word' && (this.#isPart(bare) || this.#isLike(bare) || this.#isJoined(bare));
  }

  #isPart(bare: string): boolean {
    return bare.length > 1 && this.#joined.includes(bare);
  }

  #isLike(bare: string): boolean {
    return bare.length >= LEAST_LIKENESS && withOneLetterLess(bare).some((one) => this.#likenesses.has(one));
  }

  /** Whether given words cover at least half of a word. */
  #isJoined(bare: string): boolean {
    const covered = new Set<number>();
    for (const word of this.#words) {
      if (word.length < LEAST_PART) continue;
      for (let at = bare.indexOf(word); at !== -1; at = bare.indexOf(word, at + 1))
        for (let letter = at; letter < at + word.length; letter++) covered.add(letter);
    }
    return covered.size * 2 >= bare.length;
  }
}

/** A word and all that is left of it without one of its letters. */
function withOneLetterLess(word: string): string[] {
  if (word.length < LEAST_LIKENESS - 1) return [word];
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}
