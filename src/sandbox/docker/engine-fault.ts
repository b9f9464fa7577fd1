import { AssayError, messageOf } from '../../base/assay-error.ts';

/** What the engine's refusal or silence means to the rest of the program. */
export function engineFault(cause: unknown, doing: string): AssayError {
  if (cause instanceof AssayError) return cause;
  const reason = messageOf(cause).trim();
  if (statusOf(cause) === 404) {
    const message = `Something outside removed the sandbox before Assay came to ${doing}: ${reason}`;
    return new AssayError('SANDBOX_REMOVED', message, { cause });
  }
  if (isGone(cause)) {
    const message = `The sandbox was gone when Assay came to ${doing}: ${reason}`;
    return new AssayError('SANDBOX_FAILED', message, { cause });
  }
  if (statusOf(cause) !== null) {
    return new AssayError('ENGINE_FAILED', `The Docker engine did not ${doing}: ${reason}`, { cause });
  }
  if (isOfTheSystem(cause)) {
    const message = `The Docker engine stopped answering while it should ${doing} (${reason}). Run "assay doctor".`;
    return new AssayError('ENGINE_UNREACHABLE', message, { cause });
  }
  return new AssayError('INTERNAL', `Assay failed to ${doing}: ${reason}`, { cause });
}

/** A container that is removed, being removed (404, 409) or ended (409). */
export function isGone(cause: unknown): boolean {
  return isMissingFromEngine(cause) || isTaken(cause);
}

/** What was named is not there. */
export function isMissingFromEngine(cause: unknown): boolean {
  return statusOf(cause) === 404;
}

/** What was asked does not go with what is there, as a name that is in use. */
export function isTaken(cause: unknown): boolean {
  return statusOf(cause) === 409;
}

export function interrupted(): AssayError {
  return new AssayError('INTERRUPTED', 'Interrupted.');
}

/** A connection that was refused, reset or never made has a code such as ECONNRESET. */
function isOfTheSystem(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
}

/** `null` where the engine sent no answer at all. */
function statusOf(cause: unknown): number | null {
  if (!(cause instanceof Error && 'statusCode' in cause)) return null;
  return typeof cause.statusCode === 'number' ? cause.statusCode : null;
}
