/** Error codes for a conversation that is too long for the model. */
export const TOO_LONG_CODES = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
]);

/** Error codes for a request that a content filter rejected. */
export const REFUSAL_CODES = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'misalignment_policy_violation',
  'bio_policy',
  'cyber_policy',
  'invalid_prompt',
]);

/**
 * Error codes for any other request that is itself wrong: those of OpenAI and
 * Anthropic, and of Google's APIs.
 */
const INVALID_CODES = new Set([
  ...['invalid_request_error', 'invalid_request', 'not_found_error', 'model_not_found'],
  ...['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'OUT_OF_RANGE', 'NOT_FOUND'],
]);

/**
 * Whether one of an error's codes says that it is about the request. Every other error is the provider's own.
 */
export function isAboutRequest(codes: readonly (string | null | undefined)[]): boolean {
  return codes.some((code) =>
    [TOO_LONG_CODES, REFUSAL_CODES, INVALID_CODES].some((known) => known.has(code ?? '')),
  );
}
