import { AssayError } from '../../base/assay-error.ts';

/**
 * Aborts work after a number of seconds, or when the user interrupts. The work itself reports a timeout; an
 * interruption throws.
 */
export async function withinTime<Value>(
  { seconds, signal: user }: { seconds: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const timeout = AbortSignal.timeout(seconds * 1000);
  try {
    return await work(user === undefined ? timeout : AbortSignal.any([user, timeout]));
  } catch (cause) {
    if (user?.aborted)
      throw new AssayError('INTERRUPTED', 'Interrupted while reading the source.', { cause });
    throw cause;
  }
}
