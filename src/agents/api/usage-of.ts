import { Usage } from '../../contracts/transcript.ts';

const UNKNOWN: Usage = { inputTokens: null, outputTokens: null };

/** The tokens that an answer reports, which no SDK checks: an impossible count is unknown. */
export function usageOf(inputTokens: unknown = null, outputTokens: unknown = null): Usage {
  return Usage.catch(UNKNOWN).parse({ inputTokens, outputTokens });
}
