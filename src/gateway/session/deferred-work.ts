type Work = () => void;

/** Work of one trial that nobody waits for. What fails of it stops nothing else, and is told at its end. */
export class DeferredWork {
  readonly #pending: Work[] = [];
  #failure: { error: unknown } | null = null;

  /** Done once there is nothing else to do, or before its outcome matters. */
  soon(work: Work): void {
    this.#pending.push(work);
    setImmediate(() => this.catchUp());
  }

  /** Does all that was to be done soon. */
  catchUp(): void {
    for (let work = this.#pending.shift(); work !== undefined; work = this.#pending.shift()) this.#try(work);
  }

  finish(): void {
    this.catchUp();
    if (this.#failure !== null) throw this.#failure.error;
  }

  #try(work: Work): void {
    try {
      work();
    } catch (error) {
      this.#failure ??= { error };
    }
  }
}
