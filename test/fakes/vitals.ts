import { StandstillWatch, type Vitals } from '../../src/runner/standstill.ts';

/** A process whose vitals a test sets. */
export class FakeProcess {
  readonly #vitals: Vitals = { monotonicMs: 0, cpuMs: 0, suspendedMs: { min: 0, max: 0 } };
  #readingMs = 0;
  readonly watch = new StandstillWatch(() => structuredClone(this.#reading()));

  passes(ms: number, { cpuMs = 0, suspendedMs = 0 } = {}): void {
    this.#vitals.monotonicMs += ms;
    this.#vitals.cpuMs += cpuMs;
    this.#vitals.suspendedMs.min += suspendedMs;
    this.#vitals.suspendedMs.max += suspendedMs;
  }

  /** So long between one clock and the other, from now on. */
  readsSlowly(ms: number): void {
    this.#readingMs = ms;
  }

  #reading(): Vitals {
    const { suspendedMs, ...rest } = this.#vitals;
    return { ...rest, suspendedMs: { ...suspendedMs, min: suspendedMs.min - this.#readingMs } };
  }
}

export function neverStopped(): StandstillWatch {
  return new FakeProcess().watch;
}
