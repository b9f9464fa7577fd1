/** When a request is sent again, and after what time. */
export type RetryPolicy = {
  retries: number;
  firstMs: number;
  longestMs: number;
  /** The wait before one more retry if a rate limit outlasts the others: providers count by the minute. */
  rateLimitMs: number;
  /** Timeout for the first byte of an answer: of a streamed one (`pieces`), and of one that comes whole. */
  silenceMs: { pieces: number; whole: number };
};

export const RETRY_POLICY: RetryPolicy = {
  retries: 4,
  firstMs: 1000,
  longestMs: 60_000,
  rateLimitMs: 60_000,
  silenceMs: { pieces: 120_000, whole: 300_000 },
};

/** A provider that asks for a longer wait than this counts as down. */
const LONGEST_ASKED_MS = 300_000;

const RATE_LIMITED = 429;

/** Rate limits, overload and the server's own failures may pass; nothing else does. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The key, or its account, is not accepted here: every other request will get the same response. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 402 || status === 403;
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Milliseconds before retry number `retry` (from 0), or `null` to give up: exponential backoff with jitter
 * between half and the whole, or what the provider asks for if that is longer. A provider in trouble may ask
 * for no wait at all, and all retries would be over before it has recovered. `random` is in [0, 1).
 */
export function delayBefore(
  retry: number,
  { retries, firstMs, longestMs, rateLimitMs }: Omit<RetryPolicy, 'silenceMs'>,
  { askedMs, random, status }: { askedMs: number | null; random: number; status: number | null },
): number | null {
  if ((askedMs ?? 0) > LONGEST_ASKED_MS) return null;
  if (retry === retries && status === RATE_LIMITED) return Math.max(askedMs ?? 0, rateLimitMs);
  if (retry >= retries) return null;
  return Math.max(askedMs ?? 0, Math.min(longestMs, firstMs * 2 ** retry) * (0.5 + random / 2));
}

/**
 * `retry-after` in seconds or as a date, or `retry-after-ms` (RFC 9110 section
 * 10.2.3; the latter is OpenAI's).
 */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
