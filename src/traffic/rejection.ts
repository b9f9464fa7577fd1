import { isAboutRequest, REFUSAL_CODES, TOO_LONG_CODES } from './provider-words.ts';

/** What a provider says in the place of an answer; `codes` are its own error codes. */
export type Rejection = {
  status: number | undefined;
  codes: readonly (string | null | undefined)[];
  message: string;
};

/** Why there is no answer: the conversation is too long, is against the provider's rules, or is wrong otherwise. */
export type RejectionKind = 'context-limit' | 'refused' | 'rejected';

/**
 * The statuses of a request that was rejected because of its content. A 403 is about the key if nothing was answered
 * before; a key that was good for an answer is refused for what is sent with it, such as by a firewall in front of the
 * provider. A 401 is always about the key.
 */
const REJECTED = new Set([400, 403, 413, 422]);
/** This may be about a filter or a missing model. */
const NOT_FOUND = 404;
/** The status of an answer that turns out to be an error. */
const IN_ANSWER = 200;

/** Anthropic, Gemini and most local servers have no code for this, only these words. */
const TOO_LONG_WORDS =
  /prompt is too long|exceed context limit|context (length|window|size)|exceeds the maximum number of tokens/i;

/** The same goes for Anthropic's filter, which has no code of its own. */
const REFUSAL_WORDS = /content filtering policy/i;

/** Returns `null` for an error that says nothing about the request. */
export function rejectionKind(rejection: Rejection): RejectionKind | null {
  const { status = 0, codes } = rejection;
  const isRejected = REJECTED.has(status) || (status === IN_ANSWER && isAboutRequest(codes));
  if (!isRejected && status !== NOT_FOUND) return null;
  if (isTooLong(rejection)) return 'context-limit';
  if (isRefused(rejection)) return 'refused';
  return isRejected ? 'rejected' : null;
}

function isTooLong({ status, codes, message }: Rejection): boolean {
  if (status === 413 || codes.some((code) => TOO_LONG_CODES.has(code ?? ''))) return true;
  return (status === 400 || status === IN_ANSWER) && TOO_LONG_WORDS.test(message);
}

function isRefused({ status, codes, message }: Rejection): boolean {
  if (codes.some((code) => REFUSAL_CODES.has(code ?? ''))) return true;
  return (status === 400 || status === 403 || status === IN_ANSWER) && REFUSAL_WORDS.test(message);
}
