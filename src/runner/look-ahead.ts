import type { PlannedTrial } from '../contracts/plan.ts';

/** Begins with what a trial needs before its turn comes, and lets go of it when the trial has ended or the run has. */
export class LookAhead implements AsyncDisposable {
  readonly #begin: (trial: PlannedTrial) => AsyncDisposable;
  readonly #begun = new Map<string, AsyncDisposable>();

  constructor(begin: (trial: PlannedTrial) => AsyncDisposable) {
    this.#begin = begin;
  }

  begin(trial: PlannedTrial | undefined): void {
    if (trial !== undefined) this.#begun.set(trial.id, this.#begin(trial));
  }

  async end({ id }: PlannedTrial): Promise<void> {
    const begun = this.#begun.get(id);
    this.#begun.delete(id);
    await begun?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = [...this.#begun.values()];
    this.#begun.clear();
    await Promise.all(left.map((begun) => begun[Symbol.asyncDispose]()));
  }
}
