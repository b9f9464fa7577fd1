import { WORKSPACE } from '../../../contracts/sandbox-places.ts';
import type { CommandRequest } from '../../sandbox.ts';
import type { AgentShells } from '../shell/agent-shells.ts';
import type { ShellEnd, ShellRequest } from '../shell/shell.ts';
import type { Started, Starter } from './starter.ts';

/**
 * The exit code of `env` if it cannot change the folder, and that of a shell if it cannot start a program.
 */
const NO_FOLDER = 125;
const CANNOT_EXECUTE = 126;
const KILLED = 137;

/** Starts commands in the sandbox's open shell, or in the given other way if no shell can be kept open. */
export function startInShell(
  shells: AgentShells,
  env: Readonly<Record<string, string>>,
  otherwise: Starter,
): Starter {
  return async (request, signal) => {
    const shell = await shells.open();
    if (shell === null) return otherwise(request, signal);
    const asked = shellRequest(request, env);
    const { end, stdout, stderr } = await shell.run(asked, signal);
    return startedOf(end, asked.cwd, {
      stdout,
      stderr,
      isTruncated: end?.kind === 'exited' && end.truncated,
    });
  };
}

/** A command may hold half a surrogate pair, which has no bytes: it is replaced, as the engine would do. */
function shellRequest(request: CommandRequest, env: Readonly<Record<string, string>>): ShellRequest {
  const { command, cwd = WORKSPACE, timeoutMs, maxOutputBytes, stdin } = request;
  return {
    ...{
      argv: ['/bin/bash', '-c', command.toWellFormed()],
      cwd: cwd.toWellFormed(),
      env,
      seconds: timeoutMs / 1000,
      maxOutputBytes,
    },
    ...(stdin === undefined ? {} : { stdin }),
  };
}

function startedOf(end: ShellEnd | null, cwd: string, output: Omit<Started, 'end'>): Started {
  const exited = (exitCode: number, timedOut = false) => ({ kind: 'exited' as const, exitCode, timedOut });
  if (end === null) return { ...output, end };
  if (end.kind === 'exited') return { ...output, end: exited(end.exitCode, end.timedOut) };
  if (end.kind === 'lost') return { ...output, end: exited(KILLED) };
  if (end.code === 'EAGAIN') return { ...output, end: { kind: 'no room' } };
  const isOfFolder = end.path === cwd;
  const complaint = isOfFolder ? `env: cannot change directory to '${cwd}'` : 'bash';
  const stderr = Buffer.from(`${complaint}: ${end.message}\n`);
  return { ...output, stderr, end: exited(isOfFolder ? NO_FOLDER : CANNOT_EXECUTE) };
}
