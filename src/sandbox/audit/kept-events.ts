import type { ProcessEvent } from '../../contracts/process-event.ts';
import { Budget } from './budget.ts';

const MIB = 1024 ** 2;
export const MOST_EVENTS = 5_000;

/** Whether an event has to be kept, however many there are. */
export type IsTelling = (event: ProcessEvent) => boolean;

/**
 * The events of a trial, in their order and bounded. Each one is judged as it comes: one that tells something has room of
 * its own, which no number of others can take. One like another that is kept tells nothing more.
 */
export class KeptEvents {
  readonly #isTelling: IsTelling;
  readonly #events: ProcessEvent[] = [];
  readonly #known = new Set<string>();
  readonly #ordinary = new Budget({ items: MOST_EVENTS, characters: 8 * MIB });
  readonly #telling = new Budget({ items: 1_000, characters: 8 * MIB });

  constructor(isTelling: IsTelling) {
    this.#isTelling = isTelling;
  }

  get all(): ProcessEvent[] {
    return [...this.#events];
  }

  /** False where the event is dropped. */
  add(event: ProcessEvent): boolean {
    const key = JSON.stringify({ ...event, pid: null });
    const isKnown = this.#known.has(key);
    const hasRoom =
      this.#ordinary.takes(key.length) ||
      (!isKnown && this.#isTelling(event) && this.#telling.takes(key.length));
    if (!hasRoom) return isKnown;
    this.#events.push(event);
    this.#known.add(key);
    return true;
  }
}
