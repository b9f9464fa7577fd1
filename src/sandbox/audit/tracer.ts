import { posix } from 'node:path';
import { CHANNEL_PATH } from '../../contracts/sandbox-places.ts';
import type { ProcessRequest } from '../start-process.ts';
import type { Call } from './parse-call.ts';

/** Made by root, with the pipes in it. The agent cannot list the folder, but can open a pipe whose name it knows. */
export const TRACE_FOLDER = posix.join(posix.dirname(CHANNEL_PATH), 'trace');

/** The pipe for the harness's own lines. No other user can write to it. */
export const MARKS_PIPE = posix.join(TRACE_FOLDER, 'marks');

/**
 * Read by root: the agent can write to it, but neither read it nor take anything back. Each tracer has a pipe of its own,
 * because it writes the beginning of a line when a call begins and the rest when the call ends.
 */
export function tracePipe(number: number): string {
  return posix.join(TRACE_FOLDER, `${number}`);
}

/**
 * Longer than the arguments of most honest work, and a bound on what is printed of data that is sent. The kernel takes
 * arguments four times as long, but printing those would double the time that processes which send much wait.
 */
const LONGEST_STRING = 32 * 1024;

const FOLLOWED = [
  ...['execve', 'execveat', 'clone', 'clone3', 'fork', 'vfork', 'connect'],
  ...['open', 'openat', 'openat2', 'creat', 'chdir', 'fchdir'],
  ...['symlink', 'symlinkat', 'link', 'linkat', 'rename', 'renameat', 'renameat2'],
  ...['socket', 'setsockopt', 'sendto', 'sendmsg', 'sendmmsg'],
];

/** Calls by which a program could take over the tracer, write as it, or make the kernel open files unseen. */
const REFUSED = ['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'io_uring_setup'];

/**
 * The tracer is a grandchild (`-DDD`), so that the command ends as it would without it, while whatever it left running
 * is still watched.
 * A tracer that is killed leaves processes behind that can no longer start, open or connect anything: the filter of
 * `--seccomp-bpf` stays with them, and without its tracer the kernel answers such calls with ENOSYS.
 */
const TRACER = [
  ...['/usr/bin/strace', '-DDD', '-f', '--seccomp-bpf', '-y', '-s', `${LONGEST_STRING}`],
  ...['--quiet=attach,personality', '-e', 'signal=!chld'],
  ...['-e', `trace=${[...FOLLOWED, ...REFUSED].join(',')}`],
  ...['-e', `inject=${REFUSED.join(',')}:error=EPERM`],
  // `sandbox/read-trace.py` merges the lines of several tracers by these timestamps.
  '--absolute-timestamps=format:unix,precision:ns',
];

/**
 * A tracer lives as long as the processes that it follows, and would keep the command's output open for that time: the
 * engine would then delay the reported end of later commands. So it is started without that output, and the command opens
 * it again through the shell that waits for it. Like `timeout`, this shell survives the signals that `timeout` passes on,
 * so that it waits for a command which handles one.
 */
const LAUNCH =
  'trap : HUP INT QUIT TERM; exec 7<&0 8>&1 9>&2 </dev/null >/dev/null 2>&1; "$@" 7<&- 8>&- 9>&-; exit $?';

/**
 * What to start, and where, comes in variables. Tracers live as long as what the command leaves running, so text of the
 * command among their arguments would make `pkill -f`, by which agents end a server of theirs, end the tracer as well.
 */
const CWD = 'ASSAY_CWD';
const ARGUMENT = 'ASSAY_ARGUMENT_';

/**
 * The one program of the harness that tracers see: it launches each command. It does the work of `env --chdir`, and
 * everything that it starts is recorded separately, so that nothing can hide behind it.
 */
const STARTER = ['/usr/bin/perl', '/usr/local/lib/assay/start-watched.pl'] as const;

/** Wraps a program so that it starts under a tracer that writes to the pipe; `run` is an id in the trace. */
export function traced(
  { argv, cwd, env }: Pick<ProcessRequest, 'argv' | 'cwd' | 'env'>,
  { run, pipe }: { run: string; pipe: string },
): Pick<ProcessRequest, 'argv' | 'env'> {
  const asked = Object.fromEntries(argv.map((argument, index) => [`${ARGUMENT}${index}`, argument]));
  return {
    argv: ['/bin/bash', '-c', LAUNCH, 'launch', ...TRACER, '-o', pipe, '--', ...STARTER, run],
    env: { ...env, [CWD]: cwd, ...asked },
  };
}

/** The part of an argument that is printed. */
export function asPrinted(argument: string): string {
  return Buffer.from(argument).subarray(0, LONGEST_STRING).toString();
}

/** Returns the id of the run that a call starts; `null` if it starts anything else. */
export function runOf({ name, strings: [program], list }: Call): string | null {
  const isStarter =
    name === 'execve' && program === STARTER[0] && STARTER.every((part, index) => list[index] === part);
  return isStarter ? (list[STARTER.length] ?? null) : null;
}
