const MINUTE_MS = 60_000;

/**
 * Allows no more than a number of requests in any minute, and none while the provider asks to be left alone.
 */
export class RateLimiter {
  readonly #perMinute: number;
  /** The start times of the requests in the minute up to the last one. */
  readonly #startedMs: number[] = [];
  #heldUntilMs = Number.NEGATIVE_INFINITY;

  constructor(perMinute = Number.POSITIVE_INFINITY) {
    this.#perMinute = perMinute;
  }

  hold(untilMs: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, untilMs);
  }

  /** Starts a request and returns 0, or returns the milliseconds to wait before one may start. */
  begin(nowMs: number): number {
    const delayMs = Math.max(this.#heldUntilMs, this.#roomAtMs(nowMs)) - nowMs;
    if (delayMs > 0) return delayMs;
    this.#startedMs.push(nowMs);
    return 0;
  }

  #roomAtMs(nowMs: number): number {
    for (;;) {
      const [oldestMs = nowMs] = this.#startedMs;
      const passesMs = oldestMs + MINUTE_MS;
      if (passesMs > nowMs) return this.#startedMs.length < this.#perMinute ? nowMs : passesMs;
      this.#startedMs.shift();
    }
  }
}
