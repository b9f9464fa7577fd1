import { posix } from 'node:path';
import { CHANNEL_PATH } from '../../contracts/sandbox-places.ts';
import type { Call } from './parse-call.ts';

/** Made by root, with the pipes in it. The agent can look for nothing here, and open what it knows the name of. */
export const TRACE_FOLDER = posix.join(posix.dirname(CHANNEL_PATH), 'trace');

/** The pipe for lines of the harness. No other user can write to it. */
export const MARKS_PIPE = posix.join(TRACE_FOLDER, 'marks');

/**
 * Read by root: the agent can write to it, and neither read nor take back what stands there. Each tracer has one of its
 * own, because it writes the beginning of a line when a call begins and the rest when the call ends.
 */
export function tracePipe(number: number): string {
  return posix.join(TRACE_FOLDER, `${number}`);
}

/**
 * More bytes than the arguments of most honest work have, and a bound on what is printed of all that is sent. The kernel
 * takes arguments of four times the length, but then processes that send much would wait for their tracer twice as long.
 */
const LONGEST_STRING = 32 * 1024;

const FOLLOWED = [
  ...['execve', 'execveat', 'clone', 'clone3', 'fork', 'vfork', 'connect'],
  ...['open', 'openat', 'openat2', 'creat', 'chdir', 'fchdir'],
  ...['symlink', 'symlinkat', 'link', 'linkat', 'rename', 'renameat', 'renameat2'],
  ...['socket', 'setsockopt', 'sendto', 'sendmsg', 'sendmmsg'],
];

/** With these a program could take the tracer over, write as it, or have the kernel open files unseen. */
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
  // What several tracers wrote is put into one order by these, in `sandbox/read-trace.py`.
  '--absolute-timestamps=format:unix,precision:ns',
];

/**
 * A tracer lives as long as what it follows, and would hold the command's output open for so long: the engine then
 * keeps whoever asks for the end of later commands waiting. So it is started without; the command opens it again
 * through the shell that waits for it. This shell outlives the signals that `timeout` passes on, as `timeout` does, so
 * that a command which handles one is waited for.
 */
const LAUNCH =
  'trap : HUP INT QUIT TERM; exec 7<&0 8>&1 9>&2 </dev/null >/dev/null 2>&1; "$@" 7<&- 8>&- 9>&-; exit $?';

/**
 * The one program of the harness that tracers see, as what leads to each command. It does the work of `env --chdir`,
 * and all that it starts is seen by itself, so that nothing hides behind it.
 */
const START = `
exec <"/proc/$PPID/fd/7" >"/proc/$PPID/fd/8" 2>"/proc/$PPID/fd/9"
if ! cd -P -- "$1" 2>/dev/null; then
  reason=$(cd -P -- "$1" 2>&1)
  printf "/usr/bin/env: cannot change directory to '%s': %s\\n" "$1" "\${reason##*: }" >&2
  exit 125
fi
unset OLDPWD
shift
exec "$@"
`;

const STARTER = ['/bin/bash', '-c', START] as const;

/** The program, started in a folder under a tracer that writes to the pipe; the run is an id that stands in the trace. */
export function traced(
  argv: readonly string[],
  { cwd, run, pipe }: { cwd: string; run: string; pipe: string },
): string[] {
  const tracer = [...TRACER, '-o', pipe, '--'];
  return ['/bin/bash', '-c', LAUNCH, 'launch', ...tracer, ...STARTER, run, cwd, ...argv];
}

/** The part of an argument that is printed. */
export function asPrinted(argument: string): string {
  return Buffer.from(argument).subarray(0, LONGEST_STRING).toString();
}

/** The id of the run that a call starts; `null` where it starts anything else. */
export function runOf({ name, strings: [program], list }: Call): string | null {
  const isStarter =
    name === 'execve' && program === STARTER[0] && STARTER.every((part, index) => list[index] === part);
  return isStarter ? (list[STARTER.length] ?? null) : null;
}
