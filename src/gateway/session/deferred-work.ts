type Work = () => void;

/** Work of one trial that nobody waits for. A failure stops none of the rest, and is thrown by `finish`. */
export class DeferredWork {
  readonly #pending: Work[] = [];
  #failure: { error: unknown } | null = null;

  /** Runs the work once there is nothing else to do, or earlier if its outcome is needed. */
  soon(work: Work): void {
    this.#pending.push(work);
    setImmediate(() => this.catchUp());
  }

  /** Runs all pending work now. */
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
