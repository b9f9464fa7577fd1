const MIB = 1024 ** 2;
/**
 * Four times what the largest folder of a sandbox holds, and an eighth more: prose is searched as it is and at each
 * possible start of Base64, and what looks like a packed stream there is tried.
 */
const ALL_BYTES = 288 * MIB;

/**
 * Limits how many bytes are searched for one trial's outputs, so that no workload
 * keeps the harness busy for long.
 */
export class SearchBudget {
  #left: number;

  constructor(bytes = ALL_BYTES) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /** False if the budget does not suffice; then nothing is left of it. */
  spend(bytes: number): boolean {
    this.#left = bytes > this.#left ? 0 : this.#left - bytes;
    return this.#left > 0;
  }
}
