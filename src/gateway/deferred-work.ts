type Work = () => void;

/** Work of one trial that nobody waits for. What fails of it stops nothing else, and is told at its end. */
export class DeferredWork {
  readonly #soon: Work[] = [];
  readonly #inTurn: Work[] = [];
  #failure: { error: unknown } | null = null;

  /** Done once there is nothing else to do, or before its outcome matters. */
  soon(work: Work): void {
    this.#soon.push(work);
    setImmediate(() => this.catchUp());
  }

  /** Done in this order, and after what came before: the first piece soon, and other requests have their turn between any two. */
  inTurn(pieces: readonly Work[]): void {
    const isIdle = this.#inTurn.length === 0;
    this.#inTurn.push(...pieces);
    if (isIdle) this.soon(() => this.#nextPiece());
  }

  #nextPiece(): void {
    this.#try(this.#inTurn.shift());
    if (this.#inTurn.length > 0) setImmediate(() => this.#nextPiece());
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
