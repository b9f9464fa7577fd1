import type { EvidenceLoss } from '../contracts/evidence-loss.ts';
import type { Sandbox, Witness } from '../sandbox/sandbox.ts';
import { causeOf, detailOf } from './fault.ts';

/**
 * What the record of one trial lacks because of what ran in its sandbox. Each part is read separately, so
 * that what was seen counts, whatever else is lost.
 */
export class Losses {
  readonly #witness: Pick<Witness, 'isSound'>;
  readonly #lost: EvidenceLoss[] = [];
  #asked: Pick<Sandbox, 'causeOfDeath'> | null = null;

  constructor(witness: Pick<Witness, 'isSound'>) {
    this.#witness = witness;
  }

  get all(): readonly EvidenceLoss[] {
    return this.#lost;
  }

  /**
   * Makes `accept` ask this sandbox until the result is disposed of. Nothing inside can remove a
   * sandbox, so a removed one is a fault.
   */
  whileAsking(sandbox: Pick<Sandbox, 'causeOfDeath'>): Disposable {
    this.#asked = sandbox;
    return {
      [Symbol.dispose]: () => {
        this.#asked = null;
      },
    };
  }

  /** Returns a part of the record, or `otherwise` if the workload has spoiled it. */
  async salvage<T, U>(part: EvidenceLoss['part'], ask: () => Promise<T>, otherwise: U): Promise<T | U> {
    try {
      return await ask();
    } catch (error) {
      await this.accept(part, error);
      return otherwise;
    }
  }

  /** Returns all of a part, or as much as had arrived before it was lost. */
  async salvageArrived<T>(
    part: EvidenceLoss['part'],
    { all, arrived, nothing }: { all: () => Promise<T>; arrived: () => Promise<T>; nothing: T },
  ): Promise<T> {
    const whole = await this.salvage(part, async () => ({ value: await all() }), null);
    return whole === null ? await this.salvage(part, arrived, nothing) : whole.value;
  }

  /** Adds a loss without an error: the workload produced too much of something. */
  add(part: EvidenceLoss['part'], detail: string): void {
    this.#lost.push({ part, detail });
  }

  /**
   * Takes an error for a loss. An error that no workload can cause is rethrown, and so is any error while the
   * engine does not even work for a sandbox without a workload.
   */
  async accept(part: EvidenceLoss['part'], error: unknown): Promise<void> {
    if (!causeOf(error).byWorkload) throw error;
    await this.#asked?.causeOfDeath();
    if (!(await this.#witness.isSound())) throw error;
    this.add(part, detailOf(error));
  }
}
