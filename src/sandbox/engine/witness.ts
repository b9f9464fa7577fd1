import { LAUNCH_LIMIT_MS } from '../docker/launch-limits.ts';
import type { Witness } from '../sandbox.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './engine-context.ts';
import { type StartedContainer, startContainer } from './start-container.ts';

const OUTLINE = { purpose: 'witness', mounts: [], shell: false, grader: false, network: false } as const;

export function callWitness(context: EngineContext): Witness {
  return new DockerWitness(context);
}

class DockerWitness implements Witness {
  readonly #context: EngineContext;
  readonly #closing = new AbortController();
  #started: Promise<StartedContainer | null>;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#started = this.#begin();
  }

  /**
   * A witness that failed is replaced, so that it testifies to one fault of the
   * engine and not to all that follow.
   */
  async isSound(): Promise<boolean> {
    const started = await this.#started;
    if (started !== null && (await answers(started))) return true;
    this.#started = this.#begin();
    if (started !== null) await remove(started.place);
    return false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const started = await this.#started;
    if (started !== null) await remove(started.place);
  }

  /** Whatever keeps the witness from starting also stops the trials, and they report it. */
  #begin(): Promise<StartedContainer | null> {
    return startContainer(this.#context, OUTLINE, this.#closing.signal).catch(() => null);
  }
}

async function answers({ initProcess, place }: StartedContainer): Promise<boolean> {
  if (initProcess.isLost) return false;
  return await initProcess.seesProcessesOf(place.users.agent, AbortSignal.timeout(LAUNCH_LIMIT_MS)).then(
    () => true,
    () => false,
  );
}
