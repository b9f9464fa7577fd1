import type { Place } from '../exec.ts';
import type { Shell } from './shell.ts';
import { startShell } from './start-shell.ts';

/** Gives the sandbox's one shell, and a new one where the agent has ended it. */
export function keepShell(place: Place, closing: AbortSignal): () => Promise<Shell | null> {
  let current: Promise<Shell | null> | null = null;
  return async () => {
    const kept = await current;
    if (kept !== null && !kept.isLost) return kept;
    current = startShell(place, closing);
    return current;
  };
}
