import { AGENT } from './container-options.ts';
import { interrupted } from './engine-fault.ts';
import { type ExecRequest, execute, type Place } from './exec.ts';
import { harnessExecOk } from './harness-exec.ts';
import { type CommandRequest, type CommandResult, WORKSPACE } from './sandbox.ts';
import type { Supervision } from './supervision.ts';

const TERM_TO_KILL_MS = 1_000;
/** On top, before the harness no longer waits for `timeout`: the command may have stopped or killed it. */
const GRACE_MS = 3_000;

/** The kernel's limit for one argument. */
const LONGEST_COMMAND_BYTES = 128 * 1024 - 1;

/** As a shell reports that a program cannot be started. */
const CANNOT_EXECUTE = 126;

/** Runs a command of the agent. Whatever the command does, and however it ends, is a result; only faults of ours throw. */
export async function runCommand(
  place: Place,
  env: Readonly<Record<string, string>>,
  request: CommandRequest,
  supervision: Supervision,
  signal?: AbortSignal,
): Promise<CommandResult> {
  if (signal?.aborted) throw interrupted();
  const complaint = unrunnable(request.command);
  if (complaint !== null) return notStarted(complaint);
  const deadline = AbortSignal.timeout(request.timeoutMs + TERM_TO_KILL_MS + GRACE_MS);
  const startedAt = performance.now();
  const exec = execRequest(request, env);
  const watched = { ...exec, argv: supervision.wrap(exec.argv) };
  const { end, stdout, stderr, isTruncated } = await execute(place, watched, {
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    maxOutputBytes: request.maxOutputBytes,
  });
  const elapsedMs = performance.now() - startedAt;
  if (end === null) await supervision.stop();
  if (signal?.aborted) throw interrupted();
  if (end?.hasStarted === false) return await outOfProcesses(place);
  const timedOut = end === null || (elapsedMs >= request.timeoutMs && [124, 137].includes(end.exitCode));
  return {
    exitCode: timedOut ? null : (end?.exitCode ?? null),
    stdout: stdout.toString(),
    stderr: stderr.toString(),
    truncated: isTruncated,
    timedOut,
  };
}

/** `env` changes the folder: where that fails, the command fails, as it would in a shell. */
function execRequest(request: CommandRequest, env: Readonly<Record<string, string>>): ExecRequest {
  const { command, cwd = WORKSPACE, timeoutMs, stdin } = request;
  const limit = ['/usr/bin/timeout', `--kill-after=${TERM_TO_KILL_MS / 1000}`, `${timeoutMs / 1000}`];
  const argv = [...limit, '/usr/bin/env', `--chdir=${cwd}`, '/bin/bash', '-c', command];
  return { argv, user: AGENT, env, ...(stdin === undefined ? {} : { stdin }) };
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

/** The agent's own doing, if the sandbox can still start a process that is given room. */
async function outOfProcesses(place: Place): Promise<CommandResult> {
  await harnessExecOk(place, { argv: ['/bin/true'], user: AGENT });
  return notStarted('bash: fork: Resource temporarily unavailable');
}
