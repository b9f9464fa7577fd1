import { canonicalJson } from '../../base/digest.ts';
import type { SandboxOutline } from '../sandbox.ts';
import { type Begun, beginContainer } from './begin-container.ts';
import { remove } from './docker-sandbox.ts';
import type { EngineContext } from './surroundings.ts';

type Waiting = { key: string; begun: Promise<Begun>; closing: AbortController };

/** Containers that were begun before somebody asked for them; each is taken once, or removed. */
export class PreparedContainers {
  readonly #surroundings: EngineContext;
  readonly #waiting = new Set<Waiting>();

  constructor(surroundings: EngineContext) {
    this.#surroundings = surroundings;
  }

  prepare(outline: SandboxOutline): AsyncDisposable {
    const closing = new AbortController();
    const begun = beginContainer(this.#surroundings, outline, closing.signal);
    const waiting = { key: keyOf(outline), begun, closing };
    this.#waiting.add(waiting);
    // Told to whoever takes it. If nobody does, nobody missed it.
    begun.catch(() => undefined);
    return { [Symbol.asyncDispose]: () => this.#discard(waiting) };
  }

  /** One that was prepared for just this and still lives, or a new one. */
  async take(outline: SandboxOutline, signal: AbortSignal): Promise<Begun> {
    const key = keyOf(outline);
    const found = this.#waiting.values().find((waiting) => waiting.key === key);
    if (found === undefined) return beginContainer(this.#surroundings, outline, signal);
    this.#waiting.delete(found);
    const abort = () => found.closing.abort();
    signal.addEventListener('abort', abort);
    // What kept it from beginning keeps the new one too, which then tells; or it was nothing to tell.
    const begun = await found.begun.catch(() => null);
    signal.removeEventListener('abort', abort);
    if (begun !== null && !begun.keeper.isLost) return begun;
    if (begun !== null) await remove(begun.place);
    return beginContainer(this.#surroundings, outline, signal);
  }

  async #discard(waiting: Waiting): Promise<void> {
    if (!this.#waiting.delete(waiting)) return;
    waiting.closing.abort();
    await waiting.begun.then(
      ({ place }) => remove(place),
      () => undefined,
    );
  }
}

function keyOf({ mounts, ...more }: SandboxOutline): string {
  return canonicalJson({ ...more, mounts: mounts.map(({ root }) => root) });
}
