import { interrupted } from '../../docker/engine-fault.ts';
import type { ContainerContext } from '../../docker/exec.ts';
import { launchOk } from '../../docker/launch.ts';
import { launchByEngine } from '../../docker/launch-by-engine.ts';
import type { CommandRequest, CommandResult } from '../../sandbox.ts';
import type { Supervision } from '../supervision.ts';
import { type Starter, TERM_TO_KILL_MS } from './starter.ts';

/**
 * How long the harness waits beyond the limit for whatever enforces it: the command
 * may have stopped or killed that.
 */
const GRACE_MS = 15_000;

/** The kernel's limit for one argument. */
const LONGEST_COMMAND_BYTES = 128 * 1024 - 1;

/** The exit code with which a shell reports that a program cannot be started. */
const CANNOT_EXECUTE = 126;

/**
 * Runs a command of the agent. Whatever the command does, and however it ends, is a
 * result; only faults of ours throw.
 */
export async function runCommand(
  place: ContainerContext,
  request: CommandRequest,
  { start, supervision }: { start: Starter; supervision: Supervision },
  signal?: AbortSignal,
): Promise<CommandResult> {
  if (signal?.aborted) throw interrupted();
  const complaint = unrunnable(request.command);
  if (complaint !== null) return notStarted(complaint);
  const deadline = AbortSignal.timeout(request.timeoutMs + TERM_TO_KILL_MS + GRACE_MS);
  const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const { end, stdout, stderr, isTruncated } = await start(request, either);
  if (end === null) await supervision.stop();
  if (signal?.aborted) throw interrupted();
  if (end?.kind === 'no room') return await outOfProcesses(place);
  const timedOut = end === null || end.timedOut;
  return {
    exitCode: timedOut ? null : end.exitCode,
    stdout: stdout.toString(),
    stderr: stderr.toString(),
    truncated: isTruncated,
    timedOut,
  };
}

function unrunnable(command: string): string | null {
  if (command.includes('\0')) return 'bash: a command cannot contain a NUL byte';
  return Buffer.byteLength(command) > LONGEST_COMMAND_BYTES ? 'bash: Argument list too long' : null;
}

function notStarted(complaint: string): CommandResult {
  return {
    exitCode: CANNOT_EXECUTE,
    stdout: '',
    stderr: `${complaint}\n`,
    truncated: false,
    timedOut: false,
  };
}

/**
 * Being out of processes is the agent's own doing if the sandbox can still start a
 * process that is given room.
 */
async function outOfProcesses(place: ContainerContext): Promise<CommandResult> {
  await launchOk(launchByEngine(place), { argv: ['/bin/true'] });
  return notStarted('bash: fork: Resource temporarily unavailable');
}
