/**
 * A tracer prints `???` for the name of a call if the thread was killed before its registers could be read. Nothing but
 * SIGKILL takes a thread out of that stop, and the kernel then skips the call, so nothing is missing if the thread ends.
 */
const NAMELESS = /^\?\?\?\((?:\) += \?| <unfinished \.\.\.>)$/;
const RESUMED = /^<\.\.\. \?\?\? resumed>\) += \?$/;

/** Threads whose last call had no name. Their next line has to be their end, or they were not killed. */
export class NamelessCalls {
  readonly #callers = new Set<number>();
  readonly #limit: number;

  constructor({ limit }: { limit: number }) {
    this.#limit = limit;
  }

  /** The number of these threads that are not known to have ended. */
  get pending(): number {
    return this.#callers.size;
  }

  /** Returns whether a line belongs to such a call. */
  take(pid: number, text: string): boolean {
    if (this.#callers.has(pid)) return RESUMED.test(text);
    if (this.#callers.size >= this.#limit || !NAMELESS.test(text)) return false;
    this.#callers.add(pid);
    return true;
  }

  /** Forgets a thread; returns whether its last call had no name. */
  end(pid: number): boolean {
    return this.#callers.delete(pid);
  }
}
