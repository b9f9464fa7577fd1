import { type DroppedEvents, isWithoutWay, type ProcessEvent } from '../../contracts/process-event.ts';
import { Allowance } from './allowance.ts';

const MIB = 1024 ** 2;

/** Whether an oracle would report an event. */
export type IsTelling = (event: ProcessEvent) => boolean;

/**
 * The events of a trial in their order, bounded in number and size. Once there is no more room, an event that an oracle
 * would report has room of its own; all others, and duplicates of a kept event, are only counted.
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

  /** Returns false if an event is dropped that an oracle would report. */
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
