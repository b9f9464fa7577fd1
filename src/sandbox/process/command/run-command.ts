import { interrupted } from '../../docker/engine-fault.ts';
import type { ContainerContext } from '../../docker/exec.ts';
import { isOutOfRoom, launchOk } from '../../docker/launch.ts';
import { launchByEngine } from '../../docker/launch-by-engine.ts';
import { TERM_TO_KILL_MS } from '../../docker/process.ts';
import type { CommandRequest, CommandResult } from '../../sandbox.ts';
import type { ProcessEnd, ProcessRequest } from '../../start-process.ts';
import type { Supervision } from '../supervision.ts';
import type { CommandStarter } from './command-starters.ts';

/**
 * How long the harness waits beyond the limit for whatever enforces it: the command
 * may have stopped or killed that.
 */
const GRACE_MS = 15_000;

/** The kernel's limit for one argument or variable, less the name of a variable that a command may be passed in. */
const LONGEST_COMMAND_BYTES = 128 * 1024 - 32;

/**
 * The exit code of `env` if it cannot change the folder, that of a shell if it cannot start a program, and that
 * of a program that was killed, as it is with the shell that started it.
 */
const NO_FOLDER = 125;
const CANNOT_EXECUTE = 126;
const KILLED = 137;

/**
 * Runs a command of the agent. Whatever the command does, and however it ends, is a
 * result; only faults of ours throw.
 */
export async function runCommand(
  place: ContainerContext,
  request: CommandRequest,
  { starter, supervision }: { starter: CommandStarter; supervision: Supervision },
  signal?: AbortSignal,
): Promise<CommandResult> {
  if (signal?.aborted) throw interrupted();
  const complaint = unrunnable(request.command);
  if (complaint !== null) return notStarted(complaint);
  const deadline = AbortSignal.timeout(1000 * request.seconds + TERM_TO_KILL_MS + GRACE_MS);
  const either = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const asked = starter.processFor(request);
  const { end, ...output } = await starter.start(asked, either);
  if (end.kind === 'abandoned') await supervision.stop();
  if (signal?.aborted) throw interrupted();
  if (isOutOfRoom(end)) return await outOfProcesses(place);
  if (end.kind === 'refused') return refused(end, asked);
  const timedOut = end.kind === 'abandoned' || (end.kind === 'exited' && end.timedOut);
  const exitCode = end.kind === 'exited' ? end.exitCode : KILLED;
  return {
    exitCode: timedOut ? null : exitCode,
    stdout: output.stdout.toString(),
    stderr: output.stderr.toString(),
    isTruncated: output.isTruncated,
    timedOut,
  };
}

/** Says what `env` and a shell would have said. */
function refused(
  { path, message }: Extract<ProcessEnd, { kind: 'refused' }>,
  { cwd }: ProcessRequest,
): CommandResult {
  return path === cwd
    ? notStarted(`env: cannot change directory to '${cwd}': ${message}`, NO_FOLDER)
    : notStarted(`bash: ${message}`);
}

function unrunnable(command: string): string | null {
  if (command.includes('\0')) return 'bash: a command cannot contain a NUL byte';
  return Buffer.byteLength(command) > LONGEST_COMMAND_BYTES ? 'bash: Argument list too long' : null;
}

function notStarted(complaint: string, exitCode = CANNOT_EXECUTE): CommandResult {
  return {
    exitCode,
    stdout: '',
    stderr: `${complaint}\n`,
    isTruncated: false,
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
