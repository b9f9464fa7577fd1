import { setTimeout as wait } from 'node:timers/promises';

/** Time and randomness as arguments, so that a test can control them. */
export type Timing = {
  monotonicMs: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number in [0, 1). */
  random: () => number;
};

export const TIMING: Timing = {
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
};
