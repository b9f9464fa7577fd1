/**
 * The number of repetitions that a value needs for its pattern to be unique. With ten in 32 characters, a run
 * of independent characters has the pattern less often than once in 2^63 times, whatever their alphabet, and
 * everything searched in a trial has fewer than 2^34 runs.
 */
const FEWEST_REPETITIONS = 10;

/**
 * Which characters of a value are equal. This does not change under any substitution
 * of one character for another.
 */
export class RepetitionPattern {
  readonly #length: number;
  /** Pairs each repeated character with the place of its previous occurrence, which comes first. */
  readonly #equal: readonly (readonly [number, number])[];
  /** Where each character occurs first. */
  readonly #firsts: readonly number[];

  constructor(value: string) {
    const characters = [...value];
    this.#length = characters.length;
    this.#firsts = characters.flatMap((character, at) => (value.indexOf(character) === at ? [at] : []));
    this.#equal = characters.flatMap((character, at) => {
      const before = at === 0 ? -1 : value.lastIndexOf(character, at - 1);
      return before < 0 ? [] : [[before, at] as const];
    });
  }

  get isTelling(): boolean {
    return this.#equal.length >= FEWEST_REPETITIONS;
  }

  /**
   * Whether a run of every `stride`th character has the pattern. Most runs already differ in the first
   * two characters that should be equal.
   */
  isIn(codes: Uint8Array | Uint16Array, stride: number): boolean {
    const [[before, at] = [0, 0]] = this.#equal;
    const [one, other, second] = [before * stride, at * stride, (this.#firsts[1] ?? 0) * stride];
    const last = codes.length - 1 - (this.#length - 1) * stride;
    for (let start = 0; start <= last; start++) {
      if (codes[start + one] !== codes[start + other] || codes[start] === codes[start + second]) continue;
      if (this.#holdsAt(codes, start, stride)) return true;
    }
    return false;
  }

  #holdsAt(codes: Uint8Array | Uint16Array, start: number, stride: number): boolean {
    const codeAt = (at: number) => codes[start + at * stride];
    if (!this.#equal.every(([before, at]) => codeAt(before) === codeAt(at))) return false;
    return new Set(this.#firsts.map(codeAt)).size === this.#firsts.length;
  }
}
