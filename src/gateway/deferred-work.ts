type Work = () => void;

/** So long others may wait for their turn. A single piece takes what it takes. */
const SLICE_MS = 5;

/** Work of one trial that nobody waits for. What fails of it stops nothing else, and is told at its end. */
export class DeferredWork {
  readonly #soon: Work[] = [];
  readonly #inTurn: Work[] = [];
  readonly #sliceMs: number;
  #failure: { error: unknown } | null = null;

  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs;
  }

  /** Done once there is nothing else to do, or before its outcome matters. */
  soon(work: Work): void {
    this.#soon.push(work);
    setImmediate(() => this.catchUp());
  }

  /** Done in this order, and after what came before: soon as much as is little, then more each time others had their turn. */
  inTurn(pieces: readonly Work[]): void {
    const isIdle = this.#inTurn.length === 0;
    this.#inTurn.push(...pieces);
    if (isIdle) this.soon(() => this.#nextSlice());
  }

  #nextSlice(): void {
    const startMs = performance.now();
    do this.#try(this.#inTurn.shift());
    while (this.#inTurn.length > 0 && performance.now() - startMs < this.#sliceMs);
    if (this.#inTurn.length > 0) setImmediate(() => this.#nextSlice());
  }

  /** All that was to be done soon. */
  catchUp(): void {
    for (let work = this.#soon.shift(); work !== undefined; work = this.#soon.shift()) this.#try(work);
  }

  finish(): void {
    this.catchUp();
    for (const piece of this.#inTurn.splice(0)) this.#try(piece);
    if (this.#failure !== null) throw this.#failure.error;
  }

  #try(work: Work | undefined): void {
    try {
      work?.();
    } catch (error) {
      this.#failure ??= { error };
    }
  }
}
