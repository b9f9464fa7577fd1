import { setImmediate as turn } from 'node:timers/promises';
import { AssayError } from '../base/assay-error.ts';

/** What tells whether this process ran. */
export type Vitals = {
  monotonicMs: number;
  /** Of all its threads. */
  cpuMs: number;
  /** How long the machine has been suspended since it started: two clocks are never read at once, so at least and at most. */
  suspendedMs: { min: number; max: number };
};

/** For one attempt at a trial: aborted once the harness stood still meanwhile. */
type Watched = Disposable & { signal: AbortSignal };

/** Pauses below it are the noise of a busy machine, and part of what a trial takes. */
const LIMIT_MS = 2000;

/** What all threads may have used besides, since the last look: more is a harness that was busy, however long it took. */
const MOST_CPU_MS = 1000;

/**
 * Notices that whoever runs the harness has stopped it (Ctrl-Z, SIGSTOP, a suspended laptop). The agents' processes went
 * on meanwhile or stood still too, the clocks of the trials did neither, and no trial under way was measured.
 *
 * That is a fault, and so a second attempt, which no workload may be able to bring about. A process that is starved by
 * other load, or waits for a disk, uses no CPU either, and an agent can cause both. Hence a gap in the event loop of more
 * than two seconds without CPU is not enough: it counts where the system itself says why. A process that was stopped gets
 * SIGCONT, which nothing in a container can send to a process outside. A machine that was suspended counts that time in
 * one of its clocks and not in the other; a wall clock that is set shows in neither.
 */
export class StandstillWatch {
  readonly #read: () => Vitals;
  readonly #watched = new Set<AbortController>();
  #before: Vitals;
  /** The last one for which there is no reason yet. */
  #gapMs: number | null = null;

  constructor(read: () => Vitals) {
    this.#read = read;
    this.#before = read();
  }

  /** To be called often. */
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

  /** Once this is over, whatever happened before is known: a signal of before has arrived. */
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
