import { type Launch, launchBy, processOf } from '../../docker/launch.ts';
import { LAUNCH_LIMIT_MS, OUTPUT_LIMIT_BYTES } from '../../docker/launch-limits.ts';
import type { Users } from '../../docker/users.ts';
import type { BoundedContainer } from '../../docker/with-room.ts';
import type { AgentShells } from './agent-shells.ts';
import type { Shell } from './shell.ts';

const SECONDS = LAUNCH_LIMIT_MS / 1000;

/** Runs programs as root, who has no capabilities and whom the agent cannot touch. */
export function launchAsRoot(place: BoundedContainer, initProcess: Shell): Launch {
  return launchBy((...asked) => initProcess.run(...asked), place, {
    waitMs: LAUNCH_LIMIT_MS,
    seconds: SECONDS,
  });
}

/**
 * Runs programs as the agent's user where root may become other users: in a grading sandbox. An exec by the engine would
 * be just as safe, and takes several times as long.
 */
export function launchAsAgent(asRoot: Launch, { agent }: Users): Launch {
  const become = ['/usr/bin/setpriv', `--reuid=${agent}`, `--regid=${agent}`, '--clear-groups'];
  return ({ argv, ...request }, maxOutputBytes) =>
    asRoot({ ...request, argv: [...become, ...argv] }, maxOutputBytes);
}

/**
 * Runs programs as the agent's user: this is fast, but only trustworthy if the agent had
 * no chance to tamper with the shell.
 */
export function launchInShell(shells: AgentShells, otherwise: Launch): Launch {
  return async (request, maxOutputBytes = OUTPUT_LIMIT_BYTES) => {
    const shell = await shells.open();
    if (shell === null) return otherwise(request, maxOutputBytes);
    const asked = processOf(request, { seconds: SECONDS, maxOutputBytes });
    const { end, ...output } = await shell.run(asked, AbortSignal.timeout(LAUNCH_LIMIT_MS));
    const hasEnded = end.kind === 'exited' && !end.timedOut;
    return hasEnded ? { ...output, exitCode: end.exitCode } : otherwise(request, maxOutputBytes);
  };
}
