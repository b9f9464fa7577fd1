import { Semaphore } from '../../../base/semaphore.ts';
import type { Waiting } from '../../clock/waiting.ts';
import type { UpstreamCall } from '../upstream.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { ProviderAccess } from './provider-access.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { Timing } from './timing.ts';

type Entering = Pick<UpstreamCall, 'waiting' | 'trial'>;

/** The line to one provider, shared by all trials of a run: when one is told to wait, all wait. */
export class ProviderLine {
  readonly access: ProviderAccess;
  readonly outage = new CircuitBreaker();
  readonly #timing: Timing;
  readonly #open: Semaphore;
  readonly #pace: RateLimiter;
  /** Requests that wait for the rate limiter do so in the order in which they asked. */
  readonly #turn = new Semaphore(1);

  constructor(access: ProviderAccess, timing: Timing) {
    this.access = access;
    this.#timing = timing;
    this.#open = new Semaphore(access.maxConcurrent);
    this.#pace = new RateLimiter(access.requestsPerMinute);
  }

  /**
   * Takes a place among the open requests and returns what frees it. A trial that asks more often than others
   * waits for them.
   */
  async enter({ waiting, trial }: Entering, signal: AbortSignal): Promise<() => void> {
    return this.#open.takeFree(trial) ?? (await waiting.during(() => this.#open.take(signal, trial)));
  }

  /** Makes every request wait that long, not only the one that was told to. */
  hold(ms: number): void {
    this.#pace.hold(this.#timing.monotonicMs() + ms);
  }

  /** Resolves when one more request may be sent. */
  async begin(waiting: Waiting, signal: AbortSignal): Promise<void> {
    const leave = this.#turn.takeFree();
    const isStarted = leave !== null && this.#pace.begin(this.#timing.monotonicMs()) === 0;
    leave?.();
    if (!isStarted) await waiting.during(() => this.#beginInTurn(signal));
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
