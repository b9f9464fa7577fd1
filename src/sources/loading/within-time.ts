import { AssayError } from '../../base/assay-error.ts';

/** Work that ends after so many seconds, or when the user says so. The one is the work's to report, the other is not. */
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
