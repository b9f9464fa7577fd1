import type { EvidenceLoss } from '../contracts/evidence-loss.ts';
import type { Sandbox, Witness } from '../sandbox/sandbox.ts';
import { causeOf, detailOf } from './fault.ts';

/**
 * What the record of one trial lacks because of what ran in its sandbox. Each part is asked for by itself, so that what
 * was seen counts, whatever is lost beside it.
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

  /** Until this is disposed of it is this one that is asked. Nothing inside can remove it, so one that was removed is a fault. */
  whileAsking(sandbox: Pick<Sandbox, 'causeOfDeath'>): Disposable {
    this.#asked = sandbox;
    return {
      [Symbol.dispose]: () => {
        this.#asked = null;
      },
    };
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

  /** All of a part, or what had arrived of it before it was lost. */
  async salvageArrived<T>(
    part: EvidenceLoss['part'],
    { all, arrived, nothing }: { all: () => Promise<T>; arrived: () => Promise<T>; nothing: T },
  ): Promise<T> {
    const whole = await this.salvage(part, async () => ({ value: await all() }), null);
    return whole === null ? await this.salvage(part, arrived, nothing) : whole.value;
  }

  /** What the workload has made too much of, and nobody failed at. */
  add(part: EvidenceLoss['part'], detail: string): void {
    this.#lost.push({ part, detail });
  }

  /**
   * Takes an error for a loss. An error that no workload can cause is thrown again, and so is every error while the engine
   * does not do what it is asked to for a sandbox without a workload.
   */
  async accept(part: EvidenceLoss['part'], error: unknown): Promise<void> {
    if (!causeOf(error).byWorkload) throw error;
    await this.#asked?.causeOfDeath();
    if (!(await this.#witness.isSound())) throw error;
    this.add(part, detailOf(error));
  }
}
