import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Divides long work on the event loop into portions, between which the trials under way get a turn. The caller
 * counts the work in units of its own.
 */
export class Pace {
  readonly #portion: number;
  #left: number;

  constructor(portion: number) {
    this.#portion = portion;
    this.#left = portion;
  }

  /** Counts work; returns a promise to await if it is the others' turn. */
  spend(units: number): Promise<void> | null {
    this.#left -= units;
    if (this.#left > 0) return null;
    this.#left = this.#portion;
    return nextTurn();
  }
}
