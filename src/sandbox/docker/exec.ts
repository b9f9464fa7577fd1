import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { BoundedBuffer } from '../bytes/bounded-buffer.ts';
import type { ProcessEnd, ProcessRequest, StartProcess } from '../start-process.ts';
import type { ContainerLimits } from './container-options.ts';
import { demultiplexer, type OutputStream } from './demultiplex.ts';
import type { Launch } from './launch.ts';
import { inFolder, TERM_TO_KILL_MS } from './process.ts';
import type { Users } from './users.ts';

/** A running container, reached through both clients of a connection. */
export type RunningContainer = { container: Docker.Container; streams: Docker };

/** The running container of a sandbox, reached through its own init process as well. */
export type ContainerContext = RunningContainer & {
  asRoot: Launch;
  users: Users;
  limits: ContainerLimits;
  /** The folder of the lists of names that the container mounts; `null` if it has the engine's own. */
  nameFolder: string | null;
};

/** A process of the given user, in the form `uid:gid`. It runs in `/`. */
type ExecRequest = Pick<ProcessRequest, 'argv'> &
  Partial<Pick<ProcessRequest, 'env'>> & { user: string; hasInput?: boolean };

/** If it returns a promise, the next output waits for it. */
type OnOutput = (stream: OutputStream, bytes: Buffer) => Promise<void> | undefined | void;

export type RunningExec = Disposable & {
  exec: Docker.Exec;
  closed: Promise<void>;
  write: (bytes: Buffer) => void;
  endInput: (last: Uint8Array) => void;
};

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 500;
const LATE_OUTPUT_MS = 200;

/** The exit codes of `timeout` for a command that it had to end, or to kill. */
const TIMED_OUT = [124, 137];

const NO_ROOM = {
  kind: 'refused',
  code: 'EAGAIN',
  message: 'the container has no room for one more process',
  path: null,
} as const satisfies ProcessEnd;

/** Starts each process by a separate exec: nothing that the agent did before affects how it runs. */
export function startByExec(place: ContainerContext, user: string): StartProcess {
  return async ({ argv, cwd, env, stdin, seconds, maxOutputBytes }, signal) => {
    const stdout = new BoundedBuffer(maxOutputBytes);
    const stderr = new BoundedBuffer(maxOutputBytes);
    const startedAt = performance.now();
    const asked = { argv: inTime(inFolder(argv, cwd), seconds), user, env, stdin };
    const end = await followExec(place, asked, signal, (stream, bytes) => {
      (stream === 'stdout' ? stdout : stderr).push(bytes);
    });
    const isOverTime = seconds !== null && performance.now() - startedAt >= 1000 * seconds;
    const isTruncated = stdout.isTruncated || stderr.isTruncated;
    return { end: endOf(end, isOverTime), stdout: stdout.content, stderr: stderr.content, isTruncated };
  };
}

function inTime(argv: readonly string[], seconds: number | null): readonly string[] {
  return seconds === null
    ? argv
    : ['/usr/bin/timeout', `--kill-after=${TERM_TO_KILL_MS / 1000}`, `${seconds}`, ...argv];
}

/** The engine's word about the end: without an id, the process never started. */
type ExecEnd = { exitCode: number; pid: number };

function endOf(end: ExecEnd | null, isOverTime: boolean): ProcessEnd {
  if (end === null) return { kind: 'abandoned' };
  const { exitCode, pid } = end;
  return pid === 0
    ? NO_ROOM
    : { kind: 'exited', exitCode, timedOut: isOverTime && TIMED_OUT.includes(exitCode) };
}

/** Runs a process to its end, or until the signal: then it is abandoned, not ended, and this returns `null`. */
export async function followExec(
  place: RunningContainer,
  { stdin, ...request }: Omit<ExecRequest, 'hasInput'> & { stdin?: Uint8Array | undefined },
  signal: AbortSignal,
  onOutput: OnOutput,
): Promise<ExecEnd | null> {
  try {
    const hasInput = stdin !== undefined;
    using running = await startExec(place, { ...request, hasInput }, signal, onOutput);
    if (stdin !== undefined) running.endInput(stdin);
    const end = await untilExited(running, signal);
    await Promise.race([running.closed, sleep(LATE_OUTPUT_MS)]);
    return end;
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}

/**
 * Starts a process in a container. Its output goes to `onOutput` until it is
 * disposed of or the signal is aborted.
 */
export async function startExec(
  place: RunningContainer,
  request: ExecRequest,
  signal: AbortSignal,
  onOutput: OnOutput,
): Promise<RunningExec> {
  const exec = await place.container.exec({ ...execOptions(request), abortSignal: signal });
  const stdin = request.hasInput ?? false;
  const socket = await place.streams.getExec(exec.id).start({ hijack: true, stdin, abortSignal: signal });
  const receive = demultiplexer((stream, bytes) => {
    const room = onOutput(stream, bytes);
    if (room === undefined) return;
    socket.pause();
    room.finally(() => socket.resume());
  });
  socket.on('data', receive);
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) socket.on(event, () => resolve());
  });
  return {
    exec,
    closed,
    write: (bytes) => void socket.write(bytes),
    endInput: (last) => void socket.end(last),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function execOptions({ argv, user, env = {}, hasInput = false }: ExecRequest): Docker.ExecCreateOptions {
  return {
    Cmd: [...argv],
    User: user,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/',
    AttachStdin: hasInput,
    AttachStdout: true,
    AttachStderr: true,
  };
}

/**
 * The end of the output is only a hint: a child can hold it open for longer, and the
 * process can close it sooner.
 */
async function untilExited({ exec, closed }: RunningExec, signal: AbortSignal): Promise<ExecEnd> {
  let isOpen = true;
  let pauseMs = FIRST_LOOK_MS;
  closed.then(() => {
    isOpen = false;
    pauseMs = 1;
  });
  for (;;) {
    const pause = sleep(pauseMs, undefined, { signal });
    await (isOpen ? Promise.race([pause, closed]) : pause);
    const { Running, ExitCode, Pid } = await exec.inspect();
    if (!Running && ExitCode !== null) return { exitCode: ExitCode, pid: Pid };
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
