import { AssayError } from '../../base/assay-error.ts';
import type { Loss } from '../../contracts/loss.ts';

/** More than anybody reads. What stands once in a file can be lost once for each task. */
const MOST_LINES = 100_000;

/** Collects what an import could not take over, file by file. */
export class LossList {
  readonly #losses: Loss[] = [];
  readonly #mostLines: number;

  constructor(mostLines = MOST_LINES) {
    this.#mostLines = mostLines;
  }

  get all(): readonly Loss[] {
    return this.#losses;
  }

  /** The suite does not have it. */
  dropped(file: string, place: string | number, detail: string): void {
    this.#add({ file, place: String(place), effect: 'dropped', detail });
  }

  /** The suite has something like it. */
  changed(file: string, place: string | number, detail: string): void {
    this.#add({ file, place: String(place), effect: 'changed', detail });
  }

  /** Somebody has to add something. */
  incomplete(file: string, place: string | number, detail: string): void {
    this.#add({ file, place: String(place), effect: 'incomplete', detail });
  }

  #add(loss: Loss): void {
    if (this.#losses.length === this.#mostLines)
      throw new AssayError(
        'INPUT_INVALID',
        `Expected tasks of which at most ${this.#mostLines.toLocaleString('en-US')} parts cannot be taken over, found more in ${loss.file}. Import fewer tasks at once.`,
      );
    this.#losses.push(loss);
  }
}
