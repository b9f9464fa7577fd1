import { setPriority } from 'node:os';

const LOWEST_PRIORITY = 19;

/** Gives the thread that calls this the lowest priority, so that its work takes no time from trials under way. */
export function yieldToOthers(): void {
  // On Linux a priority belongs to a thread, elsewhere to the whole process.
  if (process.platform === 'linux') setPriority(LOWEST_PRIORITY);
}
