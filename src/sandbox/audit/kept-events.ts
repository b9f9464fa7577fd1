import { type DroppedEvents, isWithoutWay, type ProcessEvent } from '../../contracts/process-event.ts';
import { Allowance } from './allowance.ts';

const MIB = 1024 ** 2;

/** Whether an event has to be kept, however many there are. */
export type IsTelling = (event: ProcessEvent) => boolean;

/**
 * The events of a trial, in their order and bounded. Each one is judged as it comes: one that tells something has room of
 * its own, which no number of others can take. One like another that is kept tells nothing more. The others beyond the
 * first are only counted.
 */
export class KeptEvents {
  readonly #isTelling: IsTelling;
  readonly #events: ProcessEvent[] = [];
  readonly #known = new Set<string>();
  readonly #dropped: DroppedEvents = { events: 0, withoutWay: 0 };
  readonly #ordinary = new Allowance({ items: 5_000, characters: 8 * MIB });
  readonly #telling = new Allowance({ items: 1_000, characters: 8 * MIB });

  constructor(isTelling: IsTelling) {
    this.#isTelling = isTelling;
  }

  get all(): ProcessEvent[] {
    return [...this.#events];
  }

  get dropped(): DroppedEvents {
    return { ...this.#dropped };
  }

  /** False if there is no room for an event that tells something. */
  add(event: ProcessEvent): boolean {
    const key = JSON.stringify({ ...event, pid: null });
    if (this.#ordinary.takes(key.length)) return this.#keep(event, key);
    const isNeeded = !this.#known.has(key) && this.#isTelling(event);
    if (isNeeded && this.#telling.takes(key.length)) return this.#keep(event, key);
    this.#dropped.events += 1;
    if (event.kind === 'connect' && isWithoutWay(event.error)) this.#dropped.withoutWay += 1;
    return !isNeeded;
  }

  #keep(event: ProcessEvent, key: string): true {
    this.#events.push(event);
    this.#known.add(key);
    return true;
  }
}
