import { HOME } from '../../../contracts/sandbox-places.ts';
import { SHELL } from '../../docker/container-options.ts';
import { type ContainerContext, type ExecRequest, type RunningExec, startExec } from '../../docker/exec.ts';
import { asUserAndGroup } from '../../docker/users.ts';
import { Shell } from './shell.ts';

/** There may be an agent that stops all that starts, and waits for this. */
const OPENING_LIMIT_MS = 30_000;

/** As the agent's user. `null` where it could not be used in time: no room for it, or the agent stops all that starts. */
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
    running = await startExec(place, requestFor(place), signal, (stream, bytes) => {
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

/** With the home that the list of users has, which may not be written yet. */
function requestFor({ users }: ContainerContext): ExecRequest {
  return { argv: SHELL, user: asUserAndGroup(users.agent), env: { HOME }, stdin: 'open' };
}
