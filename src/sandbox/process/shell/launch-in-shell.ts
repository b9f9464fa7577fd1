import type Docker from 'dockerode';
import { AssayError } from '../../../base/assay-error.ts';
import type { Launch, LaunchRequest, LaunchResult } from '../../docker/launch.ts';
import { didNotEnd } from '../../docker/launch-by-engine.ts';
import { LAUNCH_LIMIT_MS, OUTPUT_LIMIT_BYTES } from '../../docker/launch-limits.ts';
import { withRoom } from '../../docker/with-room.ts';
import type { AgentShells } from './agent-shells.ts';
import type { Shell, ShellEnd, ShellResult } from './shell.ts';

/** Runs programs as root, who has no capabilities and whom the agent cannot touch. */
export function launchAsRoot(container: Docker.Container, initProcess: Shell): Launch {
  return (request, maxOutputBytes = OUTPUT_LIMIT_BYTES) =>
    withRoom(container, request.argv, async () => {
      const { end, ...output } = await launchIn(initProcess, request, maxOutputBytes);
      if (end === null || (end.kind === 'exited' && end.timedOut))
        throw didNotEnd(request.argv, LAUNCH_LIMIT_MS);
      if (end.kind === 'exited') return { ...output, exitCode: end.exitCode, isTruncated: end.truncated };
      if (end.kind === 'refused' && end.code === 'EAGAIN') return null;
      throw notLaunched(end, request);
    });
}

/**
 * Runs programs as the agent's user: this is fast, but only trustworthy if the agent had
 * no chance to tamper with the shell.
 */
export function launchInShell(shells: AgentShells, otherwise: Launch): Launch {
  return async (request, maxOutputBytes = OUTPUT_LIMIT_BYTES): Promise<LaunchResult> => {
    const shell = await shells.open();
    if (shell === null) return otherwise(request, maxOutputBytes);
    const { end, ...output } = await launchIn(shell, request, maxOutputBytes);
    if (end?.kind !== 'exited' || end.timedOut) return otherwise(request, maxOutputBytes);
    return { ...output, exitCode: end.exitCode, isTruncated: end.truncated };
  };
}

/** Runs in `/`, because the agent can make its own folders unusable. */
function launchIn(shell: Shell, request: LaunchRequest, maxOutputBytes: number): Promise<ShellResult> {
  const asked = { env: {}, ...request, cwd: '/', seconds: LAUNCH_LIMIT_MS / 1000, maxOutputBytes };
  return shell.run(asked, AbortSignal.timeout(LAUNCH_LIMIT_MS));
}

function notLaunched(
  end: Extract<ShellEnd, { kind: 'lost' | 'refused' }>,
  { argv: [program] }: LaunchRequest,
): AssayError {
  const reason = end.kind === 'refused' ? end.message : 'its own first process has ended';
  return new AssayError('SANDBOX_FAILED', `The sandbox could not start ${program}: ${reason}.`);
}
