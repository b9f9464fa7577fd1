import { HOME } from '../../../contracts/sandbox-places.ts';
import { SHELL } from '../../docker/container-options.ts';
import { type ContainerContext, type RunningExec, startExec } from '../../docker/exec.ts';
import { asUserAndGroup } from '../../docker/users.ts';
import { Shell } from './shell.ts';

/** An agent may stop everything that starts, and so keep this waiting. */
const OPENING_LIMIT_MS = 30_000;

/**
 * Starts a shell as the agent's user. `null` if it could not be used in time: there was no room,
 * or the agent stops whatever starts.
 */
export async function startShell(place: ContainerContext, closing: AbortSignal): Promise<Shell | null> {
  let running: RunningExec | null = null;
  const shell = new Shell({
    send: (bytes) => running?.write(bytes),
    close: () => running?.[Symbol.dispose](),
  });
  const givingUp = new AbortController();
  givingUp.signal.addEventListener('abort', () => shell.lose());
  const limit = setTimeout(() => givingUp.abort(), OPENING_LIMIT_MS);
  try {
    const signal = AbortSignal.any([closing, givingUp.signal]);
    // The home is that of the list of users, which may not be written yet.
    const asked = { argv: SHELL, user: asUserAndGroup(place.users.agent), env: { HOME }, hasInput: true };
    running = await startExec(place, asked, signal, (stream, bytes) => {
      if (stream === 'stdout') shell.receive(bytes);
    });
    running.closed.then(() => shell.lose());
    return (await shell.opened()) ? shell : null;
  } catch (cause) {
    if (givingUp.signal.aborted) return null;
    throw cause;
  } finally {
    clearTimeout(limit);
  }
}
