/** Does some work later, in order. */
export type InTurn = (work: () => void) => void;

/** The stream that brings the work. While it is paused, it brings little or nothing more. */
export type PausableStream = { pause: () => void; resume: () => void };

/** The event loop that all sandboxes share. */
export type Loop = {
  nowMs: () => number;
  inNextTurn: InTurn;
  afterMs: (ms: number, work: () => void) => void;
};

/** The time of the loop that may be used without a break: more than an honest agent's network takes in a trial. */
export const ALLOWANCE_MS = 1000;
/** The share of the loop's time that may be used beyond that. */
export const SHARE = 1 / 2;
/** The most that counts as used beyond the share, so that no sandbox rests for long after the harness was stopped. */
export const MOST_OWED_MS = 300;
/** The number of pieces of work that may wait before their source is paused. */
export const MOST_WAITING = 64;

const LOOP: Loop = {
  nowMs: () => performance.now(),
  inNextTurn: (work) => void setImmediate(work),
  afterMs: (ms, work) => void setTimeout(work, ms),
};

/**
 * Limits what one sandbox may make the harness do: one piece of work in a turn of the loop, and no more than its share of
 * the loop's time. Work beyond that waits, and eventually the sandbox itself waits, but no other sandbox does. The time is
 * measured, so that it includes everything that the work leads to.
 */
export class Turns {
  readonly #source: PausableStream;
  readonly #loop: Loop;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  #isPaused = false;
  #allowedMs = ALLOWANCE_MS;
  #countedAtMs: number;

  constructor(source: PausableStream, loop = LOOP) {
    this.#source = source;
    this.#loop = loop;
    this.#countedAtMs = loop.nowMs();
  }

  readonly take: InTurn = (work) => {
    this.#waiting.push(work);
    this.#begin();
  };

  #begin(): void {
    this.#steer();
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    let startMs = 0;
    this.#loop.inNextTurn(() => {
      startMs = this.#loop.nowMs();
      this.#waiting.shift()?.();
    });
    // Runs right after the work and everything that the work started synchronously.
    this.#loop.inNextTurn(() => this.#rest(startMs));
  }

  #rest(startMs: number): void {
    const nowMs = this.#loop.nowMs();
    const earnedMs = SHARE * (nowMs - this.#countedAtMs);
    this.#countedAtMs = nowMs;
    const allowedMs = Math.min(ALLOWANCE_MS, this.#allowedMs + earnedMs) - (nowMs - startMs);
    this.#allowedMs = Math.max(allowedMs, -MOST_OWED_MS);
    if (this.#allowedMs >= 0) this.#goOn();
    else this.#loop.afterMs(-this.#allowedMs / SHARE, () => this.#goOn());
  }

  #goOn(): void {
    this.#isBusy = false;
    this.#begin();
  }

  #steer(): void {
    const isFull = this.#waiting.length > MOST_WAITING;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#source.pause();
    else this.#source.resume();
  }
}
