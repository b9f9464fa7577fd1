import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Joins two connections until both have ended; if one breaks, so does the other. */
export async function tunnel(inner: Duplex, outer: Duplex): Promise<void> {
  // Which of the two broke makes no difference: `pipeline` destroys both.
  await Promise.allSettled([pipeline(inner, outer), pipeline(outer, inner)]);
}
