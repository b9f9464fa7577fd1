/** Whoever takes places: an object or a name of its own. */
type Owner = unknown;

type Waiter = { owner: Owner; resolve: () => void };

/**
 * A counting semaphore. Whoever holds the fewest places is next, and whoever came first among several of those: nobody can
 * crowd out the others by asking often. A waiter that is aborted loses its place.
 */
export class Semaphore {
  readonly #waiting: Waiter[] = [];
  readonly #held = new Map<Owner, number>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Takes a place and returns what releases it, once; `null` if none is free now. */
  takeFree(owner?: Owner): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return this.#placeOf(owner);
  }

  async take(signal: AbortSignal, owner?: Owner): Promise<() => void> {
    signal.throwIfAborted();
    return this.takeFree(owner) ?? (await this.#turn(signal, owner));
  }

  async #turn(signal: AbortSignal, owner: Owner): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter = { owner, resolve: () => resolve(this.#placeOf(owner)) };
    const leave = () => {
      const place = this.#waiting.indexOf(waiter);
      if (place !== -1) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(waiter);
    signal.addEventListener('abort', leave, { once: true });
    const release = await promise;
    signal.removeEventListener('abort', leave);
    return release;
  }

  /** Takes a place, and returns what releases it once. */
  #placeOf(owner: Owner): () => void {
    this.#held.set(owner, this.#heldBy(owner) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(owner);
      isHeld = false;
    };
  }

  #release(owner: Owner): void {
    const left = this.#heldBy(owner) - 1;
    if (left === 0) this.#held.delete(owner);
    else this.#held.set(owner, left);
    const next = this.#takeNext();
    if (next === null) this.#free += 1;
    else next.resolve();
  }

  #takeNext(): Waiter | null {
    const held = this.#waiting.map(({ owner }) => this.#heldBy(owner));
    const [next = null] = this.#waiting.splice(held.indexOf(Math.min(...held)), 1);
    return next;
  }

  #heldBy(owner: Owner): number {
    return this.#held.get(owner) ?? 0;
  }
}
