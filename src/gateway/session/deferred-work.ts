type Work = () => void;

/** By then the end of an answer has left this process. */
const DELAY_MS = 100;

/** Work of one trial that nobody waits for. A failure stops none of the rest, and is thrown by `finish`. */
export class DeferredWork {
  readonly #pending: Work[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: { error: unknown } | null = null;

  /** Runs the work a little later, so that it delays no answer, or earlier if its outcome is needed. */
  soon(work: Work): void {
    this.#pending.push(work);
    this.#timer ??= setTimeout(() => this.catchUp(), DELAY_MS).unref();
  }

  /** Runs all pending work now. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
