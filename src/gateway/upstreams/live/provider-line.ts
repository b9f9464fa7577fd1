import type { Waiting } from '../../clock/waiting.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { ProviderAccess } from './provider-access.ts';
import { RateLimiter } from './rate-limiter.ts';
import { Semaphore } from './semaphore.ts';
import type { Timing } from './timing.ts';

/** The way to one provider, the same for all trials of a run: what one is told to wait for, all wait for. */
export class ProviderLine {
  readonly access: ProviderAccess;
  readonly outage = new CircuitBreaker();
  readonly #timing: Timing;
  readonly #open: Semaphore;
  readonly #pace: RateLimiter;
  /** Whoever waits for the pace does so in the order of asking. */
  readonly #turn = new Semaphore(1);

  constructor(access: ProviderAccess, timing: Timing) {
    this.access = access;
    this.#timing = timing;
    this.#open = new Semaphore(access.maxConcurrent);
    this.#pace = new RateLimiter(access.requestsPerMinute);
  }

  /** A place among the requests that are open at a time, and what frees it. */
  async enter(waiting: Waiting, signal: AbortSignal): Promise<() => void> {
    return this.#open.takeFree() ?? (await waiting.during(() => this.#open.take(signal)));
  }

  /** Every request waits so long, not only the one that was told to. */
  hold(ms: number): void {
    this.#pace.hold(this.#timing.monotonicMs() + ms);
  }

  /** Comes back when one more request may be sent. */
  async begin(waiting: Waiting, signal: AbortSignal): Promise<void> {
    const leave = this.#turn.takeFree();
    const isBegun = leave !== null && this.#pace.begin(this.#timing.monotonicMs()) === 0;
    leave?.();
    if (!isBegun) await waiting.during(() => this.#beginInTurn(signal));
  }

  async #beginInTurn(signal: AbortSignal): Promise<void> {
    const { monotonicMs, sleep } = this.#timing;
    const leave = await this.#turn.take(signal);
    try {
      for (;;) {
        const delayMs = this.#pace.begin(monotonicMs());
        if (delayMs === 0) return;
        await sleep(delayMs, signal);
      }
    } finally {
      leave();
    }
  }
}
