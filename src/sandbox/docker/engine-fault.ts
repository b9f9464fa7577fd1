import type Docker from 'dockerode';
import { AssayError, messageOf } from '../../base/assay-error.ts';

/** Translates a refusal or silence of the engine into one of our errors. */
export function engineFault(cause: unknown, doing: string): AssayError {
  if (cause instanceof AssayError) return cause;
  const reason = messageOf(cause).trim();
  if (statusOf(cause) === 404) {
    const message = `Something other than Assay removed the sandbox before Assay could ${doing}: ${reason}`;
    return new AssayError('SANDBOX_REMOVED', message, { cause });
  }
  if (isGone(cause)) {
    const message = `The sandbox no longer existed when Assay tried to ${doing}: ${reason}`;
    return new AssayError('SANDBOX_FAILED', message, { cause });
  }
  if (statusOf(cause) !== null) {
    return new AssayError('ENGINE_FAILED', `The Docker engine did not ${doing}: ${reason}`, { cause });
  }
  if (isOfTheSystem(cause)) {
    const message = `The Docker engine stopped responding while asked to ${doing} (${reason}). Run "assay doctor".`;
    return new AssayError('ENGINE_UNREACHABLE', message, { cause });
  }
  return new AssayError('INTERNAL', `Assay failed to ${doing}: ${reason}`, { cause });
}

/**
 * The same for what was asked of a running container. The engine also says that something is missing if it is no more than a process
 * that has ended, which whatever runs in the sandbox can bring about.
 */
export async function sandboxFault(
  cause: unknown,
  doing: string,
  container: Pick<Docker.Container, 'inspect'>,
): Promise<AssayError> {
  if (!isMissingFromEngine(cause) || !(await isThere(container))) return engineFault(cause, doing);
  const message = `The Docker engine did not ${doing}: ${messageOf(cause).trim()}`;
  return new AssayError('ENGINE_FAILED', message, { cause });
}

async function isThere(container: Pick<Docker.Container, 'inspect'>): Promise<boolean> {
  return await container.inspect().then(
    ({ State }) => State.Status !== 'removing',
    () => false,
  );
}

/** Whether a container was removed (404), is being removed (404, 409) or has ended (409). */
export function isGone(cause: unknown): boolean {
  return isMissingFromEngine(cause) || isTaken(cause);
}

/** Whether the named thing does not exist. */
export function isMissingFromEngine(cause: unknown): boolean {
  return statusOf(cause) === 404;
}

/** Whether the request conflicts with the current state, such as a name that is in use. */
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

/** `null` if the engine sent no answer at all. */
function statusOf(cause: unknown): number | null {
  if (!(cause instanceof Error && 'statusCode' in cause)) return null;
  return typeof cause.statusCode === 'number' ? cause.statusCode : null;
}
