import type Docker from 'dockerode';
import { AssayError } from '../base/assay-error.ts';
import { PIDS_LIMIT } from './container-options.ts';

/** So many that not even a program that does nothing but fork uses them up before one of ours has started. */
const PIDS_LIMIT_WITH_HEADROOM = 32 * PIDS_LIMIT;

/** Gives one of the harness's programs room even where the agent has used up all its processes: then `tryOnce` gives `null`. */
export async function withRoom<T>(
  container: Docker.Container,
  [program]: readonly string[],
  tryOnce: () => Promise<T | null>,
): Promise<T> {
  const result = await tryOnce();
  if (result !== null) return result;
  await container.update({ PidsLimit: PIDS_LIMIT_WITH_HEADROOM });
  try {
    const second = await tryOnce();
    if (second !== null) return second;
  } finally {
    await container.update({ PidsLimit: PIDS_LIMIT });
  }
  throw new AssayError('SANDBOX_FAILED', `The sandbox could not start ${program}.`);
}
