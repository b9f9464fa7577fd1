import type { Call } from './parse-call.ts';
import { runOf } from './tracer.ts';

/**
 * The starts of the program that leads to a command, one for each command that the harness runs. A start is the harness's
 * own once, and by an id that it drew for that very command: whoever starts the same program again is on record.
 */
export class OwnStarts {
  readonly #awaited = new Set<string>();

  expect(run: string): void {
    this.#awaited.add(run);
  }

  /** How many were not seen to start under a tracer. */
  get missing(): number {
    return this.#awaited.size;
  }

  /** Whether the call is one of them, which it then no longer is. */
  take(call: Call): boolean {
    const run = runOf(call);
    return run !== null && this.#awaited.delete(run);
  }
}
