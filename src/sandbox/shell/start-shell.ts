import { AGENT, SHELL } from '../container-options.ts';
import { type Place, type RunningExec, startExec } from '../exec.ts';
import { Shell } from './shell.ts';

/**
 * The first kill is that of a small program, because among thousands of processes each gets a thousandth of the time.
 * One call signals every process that the user may signal, except the caller: no fork escapes it. As root it would reach
 * none, because root has no capability to signal others.
 */
export const SHELL_ALONE = ['/bin/bash', '-c', 'kill -9 -1; exec "$0" "$@"', ...SHELL, 'alone'];

/** As the agent's user. `null` where it was gone before it could be used: no room for it, or the agent ends all that starts. */
export async function startShell(
  place: Place,
  signal: AbortSignal,
  argv: readonly string[] = SHELL,
): Promise<Shell | null> {
  let running: RunningExec | null = null;
  const shell = new Shell({
    send: (bytes) => running?.write(bytes),
    close: () => running?.[Symbol.dispose](),
  });
  const request = { argv, user: AGENT, stdin: 'open' as const };
  running = await startExec(place, request, signal, (stream, bytes) => {
    if (stream === 'stdout') shell.receive(bytes);
  });
  running.closed.then(() => shell.lose());
  return (await shell.opened()) ? shell : null;
}
