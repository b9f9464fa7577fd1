import { asRead } from '../content/as-read.ts';

/** One text that the judge sees. A quote counts if it stands in an answer or a file, and not in `before`. */
export type Part = {
  /** `given` is a file that the agent left as it was. */
  kind: 'answer' | 'file' | 'given';
  name: string;
  /** All of it, or its two ends. */
  pieces: readonly string[];
  /** The number of characters between the ends. */
  leftOut: number;
  /** What stood there before the agent worked. */
  before: string;
};

/** What the judge sees, remarks on what it does not, and the parts that no judge could see without knowing the arm. */
export type Work = { parts: readonly Part[]; notes: readonly string[]; telling: readonly string[] };

/** A shorter quote stands in nearly any text. */
const LEAST_CHARACTERS = 12;

type Readable = { text: string; before: string };

export function shownText({ pieces, leftOut }: Part): string {
  return pieces.join(`\n… ${leftOut} characters are left out …\n`);
}

/** Finds quotes in what the agent made, however they are wrapped. */
export class Quotable {
  readonly #texts: readonly Readable[];

  constructor({ parts }: Work) {
    this.#texts = parts
      .filter(({ kind }) => kind !== 'given')
      .flatMap(({ pieces, before }) => pieces.map((text) => ({ text: plain(text), before: plain(before) })));
  }

  /** A quote may be short only if it is a whole text. */
  has(quote: string): boolean {
    const wanted = plain(quote);
    if (wanted === '') return false;
    return this.#texts.some(
      ({ text, before }) =>
        (wanted.length >= LEAST_CHARACTERS || wanted === text) &&
        text.includes(wanted) &&
        !before.includes(wanted),
    );
  }
}

function plain(text: string): string {
  return asRead(text, ['spaces']);
}
