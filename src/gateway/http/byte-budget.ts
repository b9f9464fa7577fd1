/** A share of a `ByteBudget`. Its bytes are free again once it is disposed of. */
export type HeldPart = Disposable & { take(bytes: number): boolean };

/** Limits how many bytes are held at the same time, whoever holds them. */
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
