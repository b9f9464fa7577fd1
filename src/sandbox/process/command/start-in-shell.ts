import { WORKSPACE } from '../../../contracts/sandbox-places.ts';
import type { CommandRequest } from '../../sandbox.ts';
import type { AgentShells } from '../shell/agent-shells.ts';
import type { ShellEnd, ShellRequest } from '../shell/shell.ts';
import type { Started, Starter } from './starter.ts';

/** What `env` says where it cannot change the folder, and a shell where it cannot start a program. */
const NO_FOLDER = 125;
const CANNOT_EXECUTE = 126;
const KILLED = 137;

/** In the sandbox's open shell, or by the given other way where it cannot be kept open. */
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

/** A command may hold half a character, which has no bytes: it becomes what the engine makes of it. */
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
