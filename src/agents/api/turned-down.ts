import { AssayError } from '../../base/assay-error.ts';
import { type Rejection, rejectionKind } from '../../traffic/rejection.ts';
import type { TurnedDown } from './conversation.ts';

/**
 * Describes how a request that the provider rejected for its content ended. Anything else is thrown,
 * with the provider's own words.
 */
export function turnedDown(rejection: Rejection, cause: unknown): TurnedDown {
  const { message, status } = rejection;
  const ending = rejectionKind(rejection);
  if (ending !== null) return { kind: 'turned-down', ending, message };
  throw status === 404 ? requestNotTaken(message, cause) : cause;
}

/** The fault of a provider that turned down what holds nothing but what the harness put there. */
export function requestNotTaken(message: string, cause?: unknown): AssayError {
  return new AssayError('UPSTREAM_FAILED', `The provider did not take the request: ${message}`, { cause });
}

/** SDKs pass on what they got: a call without a name would only be noticed when its record is read back. */
export function unreadable(cause?: unknown): AssayError {
  const message = 'The answer of the provider does not have the form that its API defines.';
  return new AssayError('UPSTREAM_FAILED', message, { cause });
}
