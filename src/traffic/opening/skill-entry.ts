import { withoutChance } from './opening-lines.ts';

export type Described = { name: string; description: string };

/** As many words of a description in a row are no coincidence. */
const SHORTEST_RUN = 6;
/** A whole description of fewer words stands on other lines too. */
const SHORTEST_TELLING = 3;
/** What a program may write around the words of a skill on a line, such as markup and labels. */
const MOST_AROUND = { description: 6, name: 2 };
/** Twice what the specification allows a description to have. What is longer is not recognised, and shows as a difference. */
const MOST_WORDS = 400;
const LONGEST_PATH = 300;

/**
 * Recognises the lines with which a program lists a skill. The author of the skill chooses the words, so a line counts only if there
 * is hardly anything else on it, and all of them are shown as what they are.
 */
export class SkillEntry {
  readonly name: string;
  readonly #name: readonly string[];
  readonly #description: readonly string[];

  constructor({ name, description }: Described) {
    this.name = name;
    this.#name = wordsIn(name);
    this.#description = wordsIn(withoutChance(description)).slice(0, MOST_WORDS);
  }

  /** Whether a line says the name, the description or the place of the skill. */
  isOn(text: string): boolean {
    const tokens = text.split(/\s/);
    const isPlaced = tokens.some((token) => this.#isPlace(token));
    const words = wordsIn(tokens.filter((token) => !this.#isPlace(token)).join(' '));
    if (words.length > MOST_WORDS + MOST_AROUND.description + 2 * this.#name.length) return false;
    const run = longestRun(words, this.#description);
    const isDescribed = run.length > 0 && run.length >= Math.min(SHORTEST_RUN, this.#description.length);
    const besides = isDescribed ? words.toSpliced(run.at, run.length) : words;
    const rest = this.#withoutName(besides);
    if (isPlaced || (isDescribed && run.length >= SHORTEST_TELLING))
      return rest.length <= MOST_AROUND.description;
    const isOwn = rest.length <= MOST_AROUND.name || this.#isDescribedBy(rest);
    return rest.length < words.length && isOwn;
  }

  /** Whether a line is nothing but a part of the description, as one of several lines may be. */
  continuesOn(text: string): boolean {
    return this.#isDescribedBy(wordsIn(text));
  }

  #isDescribedBy(words: readonly string[]): boolean {
    return words.length <= MOST_WORDS && longestRun(words, this.#description).length === words.length;
  }

  /** Whether a line says the same as another one, in whatever order, and the name of the skill besides. */
  isNamedBeside(text: string, other: string): boolean {
    const left = [...wordsIn(text)];
    for (const word of wordsIn(other)) {
      const at = left.indexOf(word);
      if (at === -1) return false;
      left.splice(at, 1);
    }
    return left.length > 0 && left.toSorted().join(' ') === this.#name.toSorted().join(' ');
  }

  #isPlace(token: string): boolean {
    if (token.length > LONGEST_PATH) return false;
    return token.includes(`/${this.name}/`) || token.endsWith(`/${this.name}`);
  }

  #withoutName(words: readonly string[]): readonly string[] {
    const at = words.findIndex((_, index) =>
      this.#name.every((word, offset) => words[index + offset] === word),
    );
    return at === -1 ? words : words.toSpliced(at, this.#name.length);
  }
}

/** The words of a text; signs count for nothing, however XML writes them. */
export function wordsIn(text: string): string[] {
  const plain = text.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, ' ');
  return plain.toLowerCase().match(/[\p{L}\p{M}\p{N}_]{1,64}/gu) ?? [];
}

/** The longest run of words that stands in both lists, and where it begins in the first one. */
function longestRun(words: readonly string[], others: readonly string[]): { at: number; length: number } {
  let best = { at: 0, length: 0 };
  let before: number[] = [];
  for (const [index, word] of words.entries()) {
    const here = others.map((other, place) => (other === word ? (before[place - 1] ?? 0) + 1 : 0));
    const length = Math.max(0, ...here);
    if (length > best.length) best = { at: index - length + 1, length };
    before = here;
  }
  return best;
}
