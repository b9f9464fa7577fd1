import { AssayError } from '../../base/assay-error.ts';
import { REFUSAL_CODES, TOO_LONG_CODES } from '../../traffic/provider-words.ts';
import type { TurnedDown } from './conversation.ts';

/** What a provider says about a request that it rejected; `codes` are its own error codes. */
export type Rejection = {
  status: number | undefined;
  codes: readonly (string | null | undefined)[];
  message: string;
};

/**
 * The statuses of a request that was rejected because of its content. A 403 is about the key if nothing was answered
 * before; a key that was good for an answer is refused for what is sent with it, such as by a firewall in front of the
 * provider. A 401 is always about the key.
 */
const REJECTED = new Set([400, 403, 413, 422]);
/** This may be about a filter or a missing model. */
const MAY_REFUSE = 404;

/** Anthropic, Gemini and most local servers have no code for this, only these words. */
const TOO_LONG_WORDS =
  /prompt is too long|exceed context limit|context (length|window|size)|exceeds the maximum number of tokens/i;

/** The same goes for Anthropic's filter, which has no code of its own. */
const REFUSAL_WORDS = /content filtering policy/i;

/**
 * Describes how a request that the provider rejected for its content ended. Anything else is thrown,
 * with the provider's own words.
 */
export function turnedDown(rejection: Rejection, cause: unknown): TurnedDown {
  const { message } = rejection;
  const status = rejection.status ?? 0;
  if (!REJECTED.has(status) && status !== MAY_REFUSE) throw cause;
  if (isTooLong(rejection)) return { kind: 'turned-down', ending: 'context-limit', message };
  if (isRefused(rejection)) return { kind: 'turned-down', ending: 'refused', message };
  if (REJECTED.has(status)) return { kind: 'turned-down', ending: 'rejected', message };
  throw requestNotTaken(message, cause);
}

export function requestNotTaken(message: string, cause?: unknown): AssayError {
  return new AssayError('UPSTREAM_FAILED', `The provider did not take the request: ${message}`, { cause });
}

/** SDKs pass on what they got: a call without a name would only be noticed when its record is read back. */
export function unreadable(cause?: unknown): AssayError {
  const message = 'The answer of the provider does not have the form that its API defines.';
  return new AssayError('UPSTREAM_FAILED', message, { cause });
}

function isTooLong({ status, codes, message }: Rejection): boolean {
  if (status === 413 || codes.some((code) => TOO_LONG_CODES.has(code ?? ''))) return true;
  return status === 400 && TOO_LONG_WORDS.test(message);
}

function isRefused({ status, codes, message }: Rejection): boolean {
  if (codes.some((code) => REFUSAL_CODES.has(code ?? ''))) return true;
  return (status === 400 || status === 403) && REFUSAL_WORDS.test(message);
}
