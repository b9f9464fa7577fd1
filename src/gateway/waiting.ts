/** How long something waited in all; what overlaps counts once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #around: Waiting | null;
  #depth = 0;
  #sinceMs = 0;
  #totalMs = 0;

  /** `around` counts what its parts wait, each moment once. */
  constructor(monotonicMs: () => number, around: Waiting | null = null) {
    this.#monotonicMs = monotonicMs;
    this.#around = around;
  }

  get totalMs(): number {
    return this.#totalMs + (this.#depth === 0 ? 0 : this.#monotonicMs() - this.#sinceMs);
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#enter();
    try {
      return await (this.#around === null ? work() : this.#around.during(work));
    } finally {
      this.#leave();
    }
  }

  #enter(): void {
    if (this.#depth === 0) this.#sinceMs = this.#monotonicMs();
    this.#depth += 1;
  }

  #leave(): void {
    this.#depth -= 1;
    if (this.#depth === 0) this.#totalMs += this.#monotonicMs() - this.#sinceMs;
  }
}
