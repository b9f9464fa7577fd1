import { canonicalJson } from '../../base/digest.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './engine-context.ts';
import { type StartedContainer, startContainer } from './start-container.ts';

type Waiting = { key: string; started: Promise<StartedContainer>; closing: AbortController };

/** Containers that were begun before somebody asked for them; each is taken once, or removed. */
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
    // Told to whoever takes it. If nobody does, nobody missed it.
    started.catch(() => undefined);
    return { [Symbol.asyncDispose]: () => this.#discard(waiting) };
  }

  /** One that was prepared for just this and still lives, or a new one. */
  async take(outline: SandboxOutline, signal: AbortSignal): Promise<StartedContainer> {
    const key = keyOf(outline);
    const found = this.#waiting.values().find((waiting) => waiting.key === key);
    if (found === undefined) return startContainer(this.#context, outline, signal);
    this.#waiting.delete(found);
    const abort = () => found.closing.abort();
    signal.addEventListener('abort', abort);
    // What kept it from beginning keeps the new one too, which then tells; or it was nothing to tell.
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
