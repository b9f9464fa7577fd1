/** Time as an argument, so that a test can control it. */
export type Clock = {
  now(): Date;
  /** Milliseconds that never go backwards. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
