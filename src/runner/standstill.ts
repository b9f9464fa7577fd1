import { setImmediate as turn } from 'node:timers/promises';
import { AssayError } from '../base/assay-error.ts';

/** Readings that show whether this process was running. */
export type Vitals = {
  monotonicMs: number;
  /** The CPU time of all its threads. */
  cpuMs: number;
  /**
   * How long the machine has been suspended since it started. It has bounds because two
   * clocks are never read at the same time.
   */
  suspendedMs: { min: number; max: number };
};

/** One attempt at a trial. The signal is aborted if the harness stood still during it. */
type Watched = Disposable & { signal: AbortSignal };

/** Shorter pauses are the noise of a busy machine, and part of the time that a trial takes. */
const LIMIT_MS = 2000;

/**
 * The most CPU time that all threads may have used since the last reading: with more, the
 * harness was busy, however long it took.
 */
const MOST_CPU_MS = 1000;

/**
 * Notices that whoever runs the harness has stopped it (Ctrl-Z, SIGSTOP, a suspended laptop). The
 * agents' processes went on meanwhile or stood still too, the clocks of the trials did neither,
 * and no trial under way was measured.
 *
 * That is a fault, and so leads to a second attempt, which no workload may be able to bring about. A process
 * that is starved by other load, or waits for a disk, uses no CPU either, and an agent can cause both. Hence
 * a gap in the event loop of more than two seconds without CPU is not enough: it counts only if the system
 * itself gives the reason. A process that was stopped gets SIGCONT, which nothing in a container can send to
 * a process outside. A machine that was suspended counts that time in one of its clocks and not in the other;
 * setting the wall clock shows in neither.
 */
export class StandstillWatch {
  readonly #read: () => Vitals;
  readonly #watched = new Set<AbortController>();
  #before: Vitals;
  /** The last gap, if there is no reason for it yet. */
  #gapMs: number | null = null;

  constructor(read: () => Vitals) {
    this.#read = read;
    this.#before = read();
  }

  /** Must be called often. */
  tick(): void {
    this.#gapMs = null;
    this.#look();
  }

  /** The process got SIGCONT. It comes in the same turn of the event loop in which the gap shows. */
  continued(): void {
    this.#look();
    if (this.#gapMs !== null) this.#tell(`stopped for ${seconds(this.#gapMs)}`);
  }

  during(): Watched {
    const controller = new AbortController();
    this.#watched.add(controller);
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => void this.#watched.delete(controller),
    };
  }

  /** Once this resolves, whatever happened before is known: an earlier signal has arrived. */
  async settle(): Promise<void> {
    this.#look();
    if (this.#gapMs === null) return;
    await turn();
    await turn();
  }

  #look(): void {
    const [before, now] = [this.#before, this.#read()];
    this.#before = now;
    const suspendedMs = Math.max(0, now.suspendedMs.min - before.suspendedMs.max);
    const goneMs = now.monotonicMs - before.monotonicMs + suspendedMs;
    if (goneMs <= LIMIT_MS || now.cpuMs - before.cpuMs > MOST_CPU_MS) return;
    this.#gapMs = goneMs;
    if (suspendedMs > LIMIT_MS) this.#tell(`suspended with its machine for ${seconds(suspendedMs)}`);
  }

  #tell(what: string): void {
    this.#gapMs = null;
    const message = `Assay was ${what} during this trial, so that it was not measured. It is done again.`;
    for (const controller of this.#watched) controller.abort(new AssayError('HARNESS_STOPPED', message));
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
