import { AGENT, SHELL } from '../container-options.ts';
import { type Place, type RunningExec, startExec } from '../exec.ts';
import { Shell } from './shell.ts';

/** As the agent's user. `null` where it was gone at once: no room for a process, or the agent ends all that starts. */
export async function startShell(place: Place, signal: AbortSignal): Promise<Shell | null> {
  let running: RunningExec | null = null;
  const shell = new Shell({
    send: (bytes) => running?.write(bytes),
    close: () => running?.[Symbol.dispose](),
  });
  const request = { argv: SHELL, user: AGENT, stdin: 'open' as const };
  running = await startExec(place, request, signal, (stream, bytes) => {
    if (stream === 'stdout') shell.receive(bytes);
  });
  running.closed.then(() => shell.lose());
  return (await shell.opened()) ? shell : null;
}
