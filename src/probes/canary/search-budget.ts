const MIB = 1024 ** 2;

/** Bytes that one trial's outputs may take to search, so that no workload keeps the harness busy for long. */
export class SearchBudget {
  #left = 32 * MIB;

  get left(): number {
    return this.#left;
  }

  /** False where there is not that much left; then nothing is. */
  spend(bytes: number): boolean {
    this.#left = bytes > this.#left ? 0 : this.#left - bytes;
    return this.#left > 0;
  }
}
