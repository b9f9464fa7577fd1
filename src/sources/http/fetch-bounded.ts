import type { Fetched, FetchFailure } from '../../contracts/fetched.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { exchange } from './exchange.ts';
import type { ReachPolicy } from './reach.ts';

export type FetchRequest = { url: string; accept: string; maxBytes: number };
export type FetchTerms = { reach: ReachPolicy; limits: SourceLimits; signal: AbortSignal };

/**
 * Fetches a URL, within limits of time, size and redirects that hold for every hop. Never throws because of
 * the server.
 */
export async function fetchBounded(
  { url, accept, maxBytes }: FetchRequest,
  terms: FetchTerms,
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(terms.limits.requestSeconds * 1000);
  const signal = AbortSignal.any([terms.signal, timeout]);
  const hops: string[] = [];
  let place = url;
  for (;;) {
    const answer = await exchange(new URL(place), { accept, maxBytes, reach: terms.reach, signal });
    const hop = { url: place, redirects: hops };
    if (answer.status === 'failed') return { ...answer, ...hop };
    const { location, ...rest } = answer;
    if (location === null) return { ...rest, ...hop };
    if (hops.length === terms.limits.redirects) return failed(hop, 'too-many-redirects', answer.httpStatus);
    const next = URL.parse(location, place);
    if (next === null) return failed(hop, 'redirect-broken', answer.httpStatus);
    hops.push(place);
    place = next.href;
  }
}

function failed(
  hop: { url: string; redirects: string[] },
  reason: FetchFailure,
  httpStatus: number,
): Fetched {
  return { status: 'failed', ...hop, reason, httpStatus, detail: `after ${hop.redirects.length} redirects` };
}
