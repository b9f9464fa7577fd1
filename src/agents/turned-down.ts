import { AssayError } from '../base/assay-error.ts';
import type { TurnedDown } from './conversation.ts';

/** What a provider says of a request that it did not take; `codes` are its own words for the kind. */
export type Rejection = {
  status: number | undefined;
  codes: readonly (string | null | undefined)[];
  message: string;
};

/** Of a request that was not taken for what it is. Others (a wrong key, too many, overload) are no word about it. */
const REJECTED = new Set([400, 403, 404, 413, 422]);

const TOO_LONG_CODES = new Set(['context_length_exceeded', 'exceed_context_size_error', 'request_too_large']);
/** Anthropic and most local servers have no code for it, only these words. */
const TOO_LONG_WORDS =
  /prompt is too long|exceed context limit|maximum context length|context (window|size)/i;

const REFUSAL_CODES = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'misalignment_policy_violation',
  'bio_policy',
  'cyber_policy',
  'invalid_prompt',
]);
/** As for the words above: Anthropic's filter has no code of its own. */
const REFUSAL_WORDS = /content filtering policy/i;

/**
 * Too long a conversation and a filter that did not like it are how the attempt ended. Any other request that is not taken
 * (an unknown model, a parameter of ours) says nothing about a skill, and is thrown with the provider's own words.
 */
export function turnedDown(rejection: Rejection, cause: unknown): TurnedDown {
  const { status, message } = rejection;
  if (!REJECTED.has(status ?? 0)) throw cause;
  if (isTooLong(rejection)) return { kind: 'turned-down', ending: 'context-limit', message };
  if (isRefused(rejection)) return { kind: 'turned-down', ending: 'refused', message };
  throw new AssayError('UPSTREAM_FAILED', `The provider did not take the request: ${message}`, { cause });
}

function isTooLong({ status, codes, message }: Rejection): boolean {
  if (status === 413 || codes.some((code) => TOO_LONG_CODES.has(code ?? ''))) return true;
  return status === 400 && TOO_LONG_WORDS.test(message);
}

function isRefused({ status, codes, message }: Rejection): boolean {
  if (codes.some((code) => REFUSAL_CODES.has(code ?? ''))) return true;
  return (status === 400 || status === 403) && REFUSAL_WORDS.test(message);
}
