import { setImmediate as settled } from 'node:timers/promises';
import type { Timing } from '../../src/gateway/upstreams/live/timing.ts';

type Sleeper = { untilMs: number; wake: () => void };

/** A clock that a test moves, and whoever sleeps by it. */
export class ManualTime {
  nowMs = 0;
  #sleepers: Sleeper[] = [];

  get timing(): Timing {
    return { monotonicMs: () => this.nowMs, sleep: (ms, signal) => this.#sleep(ms, signal), random: () => 0 };
  }

  /** What those that wait now will have waited until, in their order. */
  get awaitedMs(): number[] {
    return this.#sleepers.map(({ untilMs }) => untilMs).toSorted((a, b) => a - b);
  }

  async advance(toMs: number): Promise<void> {
    this.nowMs = toMs;
    const due = this.#sleepers.filter(({ untilMs }) => untilMs <= toMs);
    this.#sleepers = this.#sleepers.filter(({ untilMs }) => untilMs > toMs);
    for (const { wake } of due) wake();
    await settled();
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    this.#sleepers.push({ untilMs: this.nowMs + ms, wake: resolve });
    return promise;
  }
}
