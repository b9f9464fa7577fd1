import type Docker from 'dockerode';
import { AssayError } from '../../base/assay-error.ts';
import { PIDS_LIMIT } from './container-options.ts';

/**
 * Each limit is so high that a program that does nothing but fork hardly reaches it
 * before one of ours has started.
 */
const LIMITS_WITH_HEADROOM = [4, 16, 64].map((factor) => factor * PIDS_LIMIT);

/**
 * Gives one of the harness's programs room even if the agent has used up all its
 * processes: then `tryOnce` returns `null`.
 */
export async function withRoom<T>(
  container: Docker.Container,
  [program]: readonly string[],
  tryOnce: () => Promise<T | null>,
): Promise<T> {
  const result = (await tryOnce()) ?? (await tryWithHeadroom(container, tryOnce));
  if (result !== null) return result;
  throw new AssayError('SANDBOX_FAILED', `The sandbox could not start ${program}.`);
}

async function tryWithHeadroom<T>(
  container: Docker.Container,
  tryOnce: () => Promise<T | null>,
): Promise<T | null> {
  try {
    for (const limit of LIMITS_WITH_HEADROOM) {
      await container.update({ PidsLimit: limit });
      const result = await tryOnce();
      if (result !== null) return result;
    }
    return null;
  } finally {
    await container.update({ PidsLimit: PIDS_LIMIT });
  }
}
