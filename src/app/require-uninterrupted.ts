import { setImmediate } from 'node:timers/promises';
import { AssayError } from '../base/assay-error.ts';

/**
 * Call this between two steps of blocking work, so that a signal that came meanwhile is handled before the
 * next step.
 */
export async function requireUninterrupted(signal: AbortSignal | undefined, doing: string): Promise<void> {
  await setImmediate();
  if (signal?.aborted) throw new AssayError('INTERRUPTED', `Interrupted while ${doing}.`);
}
