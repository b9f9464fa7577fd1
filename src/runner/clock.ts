import { setTimeout as wait } from 'node:timers/promises';

/** Time as an argument, so that a test can control it. */
export type Clock = {
  now(): Date;
  /** Milliseconds that never go backwards. */
  monotonicMs(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};
