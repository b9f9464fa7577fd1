import type Docker from 'dockerode';
import { AssayError } from '../../base/assay-error.ts';
import type { ContainerLimits } from './container-options.ts';

/**
 * The limit is multiplied by each of these in turn, which is so much that a program that does nothing but fork hardly reaches it
 * before one of ours has started.
 */
const HEADROOM = [4, 16, 64];

export type BoundedContainer = { container: Docker.Container; limits: Pick<ContainerLimits, 'pids'> };

/**
 * Gives one of the harness's programs room even if the agent has used up all its
 * processes: then `tryOnce` returns `null`.
 */
export async function withRoom<T>(
  place: BoundedContainer,
  [program]: readonly string[],
  tryOnce: () => Promise<T | null>,
): Promise<T> {
  const result = (await tryOnce()) ?? (await tryWithHeadroom(place, tryOnce));
  if (result !== null) return result;
  throw new AssayError('SANDBOX_FAILED', `The sandbox could not start ${program}.`);
}

async function tryWithHeadroom<T>(
  { container, limits: { pids } }: BoundedContainer,
  tryOnce: () => Promise<T | null>,
): Promise<T | null> {
  try {
    for (const factor of HEADROOM) {
      await container.update({ PidsLimit: factor * pids });
      const result = await tryOnce();
      if (result !== null) return result;
    }
    return null;
  } finally {
    await container.update({ PidsLimit: pids });
  }
}
