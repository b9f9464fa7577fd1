import { isPassing } from './upstreams/live/retry.ts';

/** Some clients take a zero for no answer to how long they should wait. */
const AT_ONCE = '1';

/**
 * Returns the headers of an answer, which tell a client that asks again after a failure to do so at once. The gateway has retried
 * and waited in its place, and a client that waited as well would sleep through its time: opencode for more than a minute.
 */
export function waitNoLonger({ status, headers }: Pick<Response, 'status' | 'headers'>): Headers {
  const told = new Headers(headers);
  if (isPassing(status)) told.set('retry-after-ms', AT_ONCE);
  return told;
}
