import type { PlannedTrial } from '../contracts/plan.ts';

/** Starts what a trial needs before its turn comes, and disposes of it when the trial or the run has ended. */
export class Prefetcher implements AsyncDisposable {
  readonly #start: (trial: PlannedTrial) => AsyncDisposable;
  readonly #started = new Map<string, AsyncDisposable>();

  constructor(start: (trial: PlannedTrial) => AsyncDisposable) {
    this.#start = start;
  }

  start(trial: PlannedTrial | undefined): void {
    if (trial !== undefined) this.#started.set(trial.id, this.#start(trial));
  }

  async end({ id }: PlannedTrial): Promise<void> {
    const started = this.#started.get(id);
    this.#started.delete(id);
    await started?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = [...this.#started.values()];
    this.#started.clear();
    await Promise.all(left.map((started) => started[Symbol.asyncDispose]()));
  }
}
