import { Usage } from '../contracts/transcript.ts';

const UNKNOWN: Usage = { inputTokens: null, outputTokens: null };

/** What an answer says of its tokens, which no SDK looks at: what cannot be a count is not known. */
export function usageOf(inputTokens: unknown = null, outputTokens: unknown = null): Usage {
  return Usage.catch(UNKNOWN).parse({ inputTokens, outputTokens });
}
