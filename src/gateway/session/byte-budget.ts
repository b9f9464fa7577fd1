/** A part of what may be held at a time; what it took is free again once it is let go of. */
export type HeldPart = Disposable & { take(bytes: number): boolean };

/** So many bytes at a time, whoever holds them. */
export class ByteBudget {
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  open(): HeldPart {
    let taken = 0;
    return {
      take: (bytes) => {
        if (bytes > this.#free) return false;
        this.#free -= bytes;
        taken += bytes;
        return true;
      },
      [Symbol.dispose]: () => {
        this.#free += taken;
        taken = 0;
      },
    };
  }
}
