import type { Loss } from '../../contracts/loss.ts';

/** Collects what an import could not take over, file by file. */
export class LossList {
  readonly #losses: Loss[] = [];

  get all(): readonly Loss[] {
    return this.#losses;
  }

  /** The suite does not have it. */
  dropped(file: string, place: string | number, detail: string): void {
    this.#losses.push({ file, place: String(place), effect: 'dropped', detail });
  }

  /** The suite has something like it. */
  changed(file: string, place: string | number, detail: string): void {
    this.#losses.push({ file, place: String(place), effect: 'changed', detail });
  }

  /** Somebody has to add something. */
  incomplete(file: string, place: string | number, detail: string): void {
    this.#losses.push({ file, place: String(place), effect: 'incomplete', detail });
  }
}
