import { setImmediate } from 'node:timers/promises';
import { AssayError } from '../base/assay-error.ts';

/** Between two steps of work that blocks, so that a signal which came meanwhile is heard before the next. */
export async function requireUninterrupted(signal: AbortSignal | undefined, doing: string): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw new AssayError('INTERRUPTED', `Interrupted while ${doing}.`);
}
