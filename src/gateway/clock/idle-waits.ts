import type { TrialClock } from './trial-clock.ts';

/** Reads how much processor time has been used in the sandbox so far. */
export type ReadWork = () => Promise<number>;

/** What was known when the waiting from which credit is counted began. */
type Start = { workedMs: number; offMs: number };

/** The share of a wait that an agent needs for waiting. */
const WAITING_SHARE = 0.01;
/**
 * On a busy machine, something that works all the time gets a share of a processor only. A tenth of one is taken for
 * work without a pause.
 */
const BUSY_SHARE = 0.1;

function idleIn(waitedMs: number, workedMs: number): number {
  const busyMs = Math.max(0, workedMs - WAITING_SHARE * waitedMs) / BUSY_SHARE;
  return Math.max(0, waitedMs - busyMs);
}

type Options = { monotonicMs: () => number; pauseMs?: number; limitMs?: number };

/** The least time between two readings, so that many short waits do not keep the engine busy. */
const PAUSE_MS = 200;
const READ_LIMIT_MS = 10_000;
/** An engine under load may fail once: a wait that nobody can judge is the agent's. */
const READINGS = 6;

/**
 * Credits a trial with the time that it waited, less what its sandbox worked meanwhile. A workload can make requests wait, and leave
 * something running while the agent itself waits, so that work would otherwise be done off the clock. A wait counts from the
 * first reading in it on, and all work until the reading after its end is taken from it: reading late never adds credit.
 */
export class IdleWaits {
  readonly #clock: TrialClock;
  readonly #options: Options;
  #read: ReadWork | null = null;
  #creditMs = 0;
  /** How much of the clock's own figure has been dealt with. */
  #settledMs = 0;
  #start: Start | null = null;
  #reading: Promise<void> | null = null;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #look: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(clock: TrialClock, options: Options) {
    this.#clock = clock;
    this.#options = options;
  }

  /** From now on, work in the sandbox is taken from the time that the trial waits. */
  takeOff(read: ReadWork): void {
    this.#read = read;
    this.#creditMs = this.#clock.offClockMs();
    this.#settledMs = this.#creditMs;
    this.changed();
  }

  offClockMs(): number {
    const offMs = this.#clock.offClockMs();
    if (this.#read === null) return offMs;
    // A wait may turn out to have held nobody up, after it was credited.
    return Math.max(0, this.#creditMs + Math.min(0, offMs - this.#settledMs));
  }

  /** Returns how much longer that will be if everything undecided was waiting, and no work was done meanwhile. */
  undecidedMs(): number {
    if (this.#read === null) return this.#clock.undecidedMs();
    const isSettled = this.#start === null && this.#reading === null && !this.#clock.mayStandStill;
    return isSettled ? 0 : Math.max(0, this.#mostOffMs() - this.#settledMs);
  }

  /**
   * Call this whenever the clock may have begun or ceased to stand still. A request that goes from one wait to the next does both in
   * between, so this looks a little later.
   */
  changed(): void {
    if (this.#read === null || this.#isOver || this.#reading !== null || this.#look !== undefined) return;
    const { monotonicMs, pauseMs = PAUSE_MS } = this.#options;
    const delayMs = Math.max(0, this.#readAtMs + pauseMs - monotonicMs());
    this.#look = setTimeout(() => this.#lookNow(), delayMs).unref();
  }

  /** Credits what is left. Nothing is read after that. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#lookNow();
    while (this.#reading !== null) {
      await this.#reading;
      this.#lookNow();
    }
  }

  #lookNow(): void {
    clearTimeout(this.#look);
    this.#look = undefined;
    if (this.#reading !== null) return;
    const start = this.#start;
    if (start !== null && !this.#clock.mayStandStill) this.#begin(() => this.#credit(start));
    else if (start === null && this.#clock.mayStandStill && !this.#isOver) this.#begin(() => this.#open());
  }

  #begin(work: () => Promise<void>): void {
    this.#reading = work().finally(() => {
      this.#reading = null;
      this.#readAtMs = this.#options.monotonicMs();
      this.changed();
    });
  }

  async #open(): Promise<void> {
    this.#startFrom(await this.#worked());
  }

  async #credit(start: Start): Promise<void> {
    const offMs = this.#clock.offClockMs();
    const waitedMs = offMs - start.offMs;
    const workedMs = waitedMs > 0 ? await this.#worked() : null;
    const idleMs = workedMs === null ? 0 : idleIn(waitedMs, workedMs - start.workedMs);
    this.#creditMs += Math.min(offMs - this.#settledMs, idleMs);
    this.#settledMs = offMs;
    this.#startFrom(workedMs);
  }

  /** Whatever was waited until now, or is undecided, began before this. */
  #startFrom(workedMs: number | null): void {
    const isOpen = workedMs !== null && this.#clock.mayStandStill && !this.#isOver;
    this.#start = isOpen ? { workedMs, offMs: this.#mostOffMs() } : null;
  }

  /** What the clock would show if everything undecided turned out to be waiting. */
  #mostOffMs(): number {
    return this.#clock.offClockMs() + this.#clock.undecidedMs();
  }

  /** `null` if it cannot be read: then nobody knows that nothing was done. */
  async #worked(): Promise<number | null> {
    for (let reading = 0; reading < READINGS; reading++) {
      const workedMs = await this.#readOnce();
      if (workedMs !== null) return workedMs;
    }
    return null;
  }

  async #readOnce(): Promise<number | null> {
    const limit = Promise.withResolvers<null>();
    const timer = setTimeout(() => limit.resolve(null), this.#options.limitMs ?? READ_LIMIT_MS);
    const read = this.#read?.().catch(() => null) ?? null;
    return await Promise.race([read, limit.promise]).finally(() => clearTimeout(timer));
  }
}
