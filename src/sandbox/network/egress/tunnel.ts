import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Two pipelines add eight listeners of a kind to each connection, which with those of its record is more than usual. */
const MOST_LISTENERS = 20;

/** Joins two connections until both have ended; if one breaks, so does the other. */
export async function tunnel(inner: Duplex, outer: Duplex): Promise<void> {
  for (const connection of [inner, outer]) connection.setMaxListeners(MOST_LISTENERS);
  // Which of the two broke makes no difference: `pipeline` destroys both.
  await Promise.allSettled([pipeline(inner, outer), pipeline(outer, inner)]);
}
