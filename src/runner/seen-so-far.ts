import { type Evidence, NOTHING_SEEN } from '../contracts/evidence.ts';

/** What is known about a trial before its agent starts. */
export type KnownBefore = Pick<Evidence, 'attestation' | 'canaries' | 'skillsVisible' | 'ownState'>;

/** The evidence of one trial as it grows: what was seen counts, whatever fails after it. */
export class SeenSoFar {
  #bare = NOTHING_SEEN;
  #evidence = NOTHING_SEEN;
  #hasStarted = false;

  /** The agent starts: from here on a workload may have caused whatever goes wrong. */
  begin(known: KnownBefore): void {
    this.#bare = { ...NOTHING_SEEN, ...known };
    this.#evidence = this.#bare;
    this.#hasStarted = true;
  }

  /** A limit that was reached stays reached. */
  add(part: Partial<Evidence>): void {
    const limitsReached = [...this.#evidence.limitsReached, ...(part.limitsReached ?? [])];
    this.#evidence = { ...this.#evidence, ...part, limitsReached: [...new Set(limitsReached)] };
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get evidence(): Evidence {
    return this.#evidence;
  }

  /** The evidence without anything that a workload could influence. */
  get bare(): Evidence {
    return this.#bare;
  }
}
