import { canonicalJson } from '../../base/digest.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './engine-context.ts';
import { type StartedContainer, startContainer } from './start-container.ts';

type Waiting = { key: string; started: Promise<StartedContainer>; closing: AbortController };

/** Containers that were started before they were requested; each is taken once, or removed. */
export class PreparedContainers {
  readonly #context: EngineContext;
  readonly #waiting = new Set<Waiting>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  prepare(outline: SandboxOutline): AsyncDisposable {
    const closing = new AbortController();
    const started = startContainer(this.#context, outline, closing.signal);
    const waiting = { key: keyOf(outline), started, closing };
    this.#waiting.add(waiting);
    // A failure surfaces to whoever takes the container. If nobody does, nobody needs it.
    started.catch(() => undefined);
    return { [Symbol.asyncDispose]: () => this.#discard(waiting) };
  }

  /** Returns a container that was prepared with the same outline and still lives, or a new one. */
  async take(outline: SandboxOutline, signal: AbortSignal): Promise<StartedContainer> {
    const key = keyOf(outline);
    const found = this.#waiting.values().find((waiting) => waiting.key === key);
    if (found === undefined) return startContainer(this.#context, outline, signal);
    this.#waiting.delete(found);
    const abort = () => found.closing.abort();
    signal.addEventListener('abort', abort);
    // If the fault that stopped it persists, the new container reports it; otherwise
    // there is nothing to report.
    const started = await found.started.catch(() => null);
    signal.removeEventListener('abort', abort);
    if (started !== null && !started.initProcess.isLost) return started;
    if (started !== null) await remove(started.place);
    return startContainer(this.#context, outline, signal);
  }

  async #discard(waiting: Waiting): Promise<void> {
    if (!this.#waiting.delete(waiting)) return;
    waiting.closing.abort();
    await waiting.started.then(
      ({ place }) => remove(place),
      () => undefined,
    );
  }
}

function keyOf({ mounts, ...more }: SandboxOutline): string {
  return canonicalJson({ ...more, mounts: mounts.map(({ root }) => root) });
}
