import { Pace } from '../../threads/pace.ts';
import { asRead } from '../content/as-read.ts';
import type { GradingContext } from '../grader.ts';

/** One text that the judge sees. A quote counts only if it stands in an answer or a file. */
export type Part = {
  /** `given` is a file that the agent left as it was. */
  kind: 'answer' | 'file' | 'given';
  name: string;
  /** All of it, or its two ends. */
  pieces: readonly string[];
  /** The number of characters between the ends. */
  leftOut: number;
};

/** What the judge sees, remarks on what it does not, and the parts that no judge could see without knowing the arm. */
export type Work = { parts: readonly Part[]; notes: readonly string[]; telling: readonly string[] };

/** A shorter quote stands in nearly any text. */
const LEAST_CHARACTERS = 12;

export function shownText({ pieces, leftOut }: Part): string {
  return pieces.join(`\n… ${leftOut} characters are left out …\n`);
}

/** As much is searched of each text that was given: far more than a judge sees of one. */
const MOST_GIVEN_BYTES = 1024 * 1024;
/** The bytes of given texts after which the other trials get a turn. */
const PORTION_BYTES = 256 * 1024;

/** Finds quotes in what the agent made, however they are wrapped. Words of the task are not its own wherever it puts them. */
export class Quotable {
  readonly #own: readonly string[];
  readonly #given: readonly string[];

  private constructor(own: readonly string[], given: readonly string[]) {
    this.#own = own;
    this.#given = given;
  }

  static async of(
    { parts }: Pick<Work, 'parts'>,
    { prompt, given }: GradingContext['task'],
  ): Promise<Quotable> {
    const own = parts.filter(({ kind }) => kind !== 'given').flatMap(({ pieces }) => pieces.map(plain));
    const pace = new Pace(PORTION_BYTES);
    const texts = [plain(prompt)];
    for (const { content } of given) {
      const searched = content.subarray(0, MOST_GIVEN_BYTES);
      texts.push(plain(Buffer.from(searched).toString()));
      await pace.spend(searched.length);
    }
    return new Quotable(own, texts);
  }

  /** A quote may be short only if it is a whole text. */
  has(quote: string): boolean {
    const wanted = plain(quote);
    if (wanted === '') return false;
    const stands =
      wanted.length < LEAST_CHARACTERS
        ? (text: string) => text === wanted
        : (text: string) => text.includes(wanted);
    return this.#own.some(stands) && !this.#given.some(stands);
  }
}

function plain(text: string): string {
  return asRead(text, ['spaces']);
}
