/** Time as an argument, so that a test can say what it is. */
export type Clock = {
  now(): Date;
  /** Milliseconds that never go back. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
