import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { Witness } from '../sandbox.ts';
import { type Begun, beginContainer } from './begin-container.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './surroundings.ts';

const OUTLINE = { purpose: 'witness', mounts: [], shell: false, grader: false, network: false } as const;

export function callWitness(surroundings: EngineContext): Witness {
  return new DockerWitness(surroundings);
}

class DockerWitness implements Witness {
  readonly #surroundings: EngineContext;
  readonly #closing = new AbortController();
  #begun: Promise<Begun | null>;

  constructor(surroundings: EngineContext) {
    this.#surroundings = surroundings;
    this.#begun = this.#begin();
  }

  /** One that failed is replaced, so that it speaks for one fault of the engine and not for all that follow. */
  async isSound(): Promise<boolean> {
    const begun = await this.#begun;
    if (begun !== null && (await answers(begun))) return true;
    this.#begun = this.#begin();
    if (begun !== null) await remove(begun.place);
    return false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const begun = await this.#begun;
    if (begun !== null) await remove(begun.place);
  }

  /** Whatever keeps it from beginning keeps the trials from it too, and is told by them. */
  #begin(): Promise<Begun | null> {
    return beginContainer(this.#surroundings, OUTLINE, this.#closing.signal).catch(() => null);
  }
}

async function answers({ keeper, place }: Begun): Promise<boolean> {
  if (keeper.isLost) return false;
  return await keeper.seesProcessesOf(place.users.agent, AbortSignal.timeout(LAUNCH_LIMIT_MS)).then(
    () => true,
    () => false,
  );
}
