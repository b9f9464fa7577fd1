import { messageOf } from '../base/assay-error.ts';
import type { EvidenceLoss } from '../contracts/evidence-loss.ts';
import type { Sandbox, Witness } from '../sandbox/sandbox.ts';
import { causeOf, isMistake } from './fault.ts';

/**
 * What the record of one trial lacks because of what ran in its sandbox. Each part is asked for by itself, so that what
 * was seen counts, whatever is lost beside it.
 */
export class Losses {
  readonly #witness: Pick<Witness, 'isSound'>;
  readonly #lost: EvidenceLoss[] = [];
  /** The one that is being asked. Nothing inside can remove it, so one that was removed is a fault. */
  sandbox: Pick<Sandbox, 'causeOfDeath'> | null = null;

  constructor(witness: Pick<Witness, 'isSound'>) {
    this.#witness = witness;
  }

  get all(): readonly EvidenceLoss[] {
    return this.#lost;
  }

  add(loss: EvidenceLoss): void {
    this.#lost.push(loss);
  }

  /** A part of the record, or `otherwise` where the workload has spoiled it. */
  async salvage<T, U>(part: EvidenceLoss['part'], ask: () => Promise<T>, otherwise: U): Promise<T | U> {
    try {
      return await ask();
    } catch (error) {
      await this.accept(part, error);
      return otherwise;
    }
  }

  /**
   * Takes an error for a loss. An error that no workload can cause is thrown again, and so is every error while the engine
   * does not do what it is asked to for a sandbox without a workload. A mistake in our code counts as the workload's doing:
   * we made it over what the workload left, and a workload could look for such mistakes.
   */
  async accept(part: EvidenceLoss['part'], error: unknown): Promise<void> {
    if (!causeOf(error).byWorkload && !isMistake(error)) throw error;
    await this.sandbox?.causeOfDeath();
    if (!(await this.#witness.isSound())) throw error;
    this.add({ part, detail: messageOf(error) });
  }
}
