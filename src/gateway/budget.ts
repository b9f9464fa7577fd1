/** What one trial may use. Past one of these the agent gets its wire's own error. */
export type Budget = {
  maxTokens: number | null;
  /** Requests for an answer; counting tokens and listing models are free. */
  maxRequests?: number | null;
  /** Since the first request, without what was spent in waiting. */
  maxSeconds?: number | null;
};

type Used = { tokens: number | null; requests: number; seconds: number };

/** Unknown use cannot be held to a budget of tokens; the others still bound it. */
export function exhausted({ maxTokens, maxRequests, maxSeconds }: Budget, used: Used): string | null {
  if (reached(used.tokens, maxTokens)) return `The trial's budget of ${maxTokens} tokens is used up.`;
  if (reached(used.requests, maxRequests)) return `The trial's budget of ${maxRequests} requests is used up.`;
  if (reached(used.seconds, maxSeconds)) return `The trial's budget of ${maxSeconds} seconds is used up.`;
  return null;
}

function reached(used: number | null, max: number | null = null): boolean {
  return max !== null && used !== null && used >= max;
}
