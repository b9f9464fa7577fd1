/** A counting semaphore with a first-come, first-served queue. A waiter that is aborted loses its place. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Takes a place and returns what releases it, once; `null` if none is free now. */
  takeFree(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return this.#releaseOnce();
  }

  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    return this.takeFree() ?? (await this.#turn(signal));
  }

  async #turn(signal: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place !== -1) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise;
    signal.removeEventListener('abort', leave);
    return this.#releaseOnce();
  }

  #releaseOnce(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
