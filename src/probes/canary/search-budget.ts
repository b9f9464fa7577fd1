const MIB = 1024 ** 2;
/** Four times what the largest folder of a sandbox holds: prose is looked at as it is and in each way that Base64 begins. */
const ALL_BYTES = 256 * MIB;

/** Bytes that one trial's outputs may take to search, so that no workload keeps the harness busy for long. */
export class SearchBudget {
  #left: number;

  constructor(bytes = ALL_BYTES) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /** False where there is not that much left; then nothing is. */
  spend(bytes: number): boolean {
    this.#left = bytes > this.#left ? 0 : this.#left - bytes;
    return this.#left > 0;
  }
}
