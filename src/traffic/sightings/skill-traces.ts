import { digestOf } from '../../base/digest.ts';
import { wordsOf } from './words.ts';

/** The weight of one run, where a word counts two and a character of a script without spaces counts one. */
const RUN_WEIGHT = 12;
/**
 * From this character on, a word of one character belongs to a script without spaces
 * (Thai is the first of them).
 */
const FIRST_UNSPACED = '\u0e00';
/** No agent shows its model more of a text at a time. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * How many different runs cannot be an accident, and how many a text needs at least
 * to be told from any other.
 */
type Proof = { runs: number; share: number; fewest: number };

/**
 * About seventeen words in a row. A sentence that two texts both quote from a third is not
 * proof that one contains the other.
 */
export const IN_REQUEST: Proof = { runs: 12, share: 0.6, fewest: 3 };
/** If the words of a call already read a file of the skill, a sign that it did so is enough. */
export const IN_RESULT: Proof = { runs: 3, share: 0.6, fewest: 1 };

/**
 * Tracks how much of a skill's text has come up in a trial's texts. Texts are compared by runs of
 * six words, so that wrapping does not matter and an excerpt is enough. Each text is searched
 * once, however often it is repeated.
 */
export class SkillTraces {
  readonly #proof: Proof;
  readonly #runs: Set<string>;
  readonly #firstWords: ReadonlySet<string>;
  readonly #searched = new Set<string>();
  readonly #found = new Set<string>();

  constructor(text: string, proof: Proof) {
    this.#proof = proof;
    this.#runs = new Set(runsIn(wordsOf(text.slice(0, MAX_CHARACTERS)), () => true));
    this.#firstWords = new Set([...this.#runs].map((run) => run.split(' ', 1)[0] ?? ''));
  }

  /** Runs that this text contains too prove nothing, unless they have come up before. */
  discount(text: string): void {
    for (const run of this.#runsIn(text)) if (!this.#found.has(run)) this.#runs.delete(run);
  }

  search(text: string): void {
    const digest = digestOf(text);
    if (this.#searched.has(digest)) return;
    this.#searched.add(digest);
    for (const run of this.#runsIn(text)) this.#found.add(run);
  }

  /** Whether there is nothing to compare: the text is too short, or says what others say as well. */
  get isEmpty(): boolean {
    return this.#runs.size === 0;
  }

  get areEnough(): boolean {
    const { runs, share, fewest } = this.#proof;
    const enough = Math.min(runs, Math.ceil(this.#runs.size * share));
    return this.#runs.size >= fewest && this.#found.size >= enough;
  }

  #runsIn(text: string): string[] {
    if (this.#runs.size === 0) return [];
    return runsIn(wordsOf(text), (word) => this.#firstWords.has(word)).filter((run) => this.#runs.has(run));
  }
}

function runsIn(words: readonly string[], canBegin: (word: string) => boolean): string[] {
  return words.flatMap((word, start) => (canBegin(word) ? (runAt(words, start) ?? []) : []));
}

/** `null` if the text ends before the run does. */
function runAt(words: readonly string[], start: number): string | null {
  let weight = 0;
  for (let end = start; end < words.length; end++) {
    const word = words[end] ?? '';
    weight += word.length === 1 && word >= FIRST_UNSPACED ? 1 : 2;
    if (weight >= RUN_WEIGHT) return words.slice(start, end + 1).join(' ');
  }
  return null;
}
