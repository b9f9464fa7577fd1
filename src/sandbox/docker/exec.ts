import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { BoundedBuffer } from '../bytes/bounded-buffer.ts';
import { demultiplexer, type OutputStream } from './demultiplex.ts';
import type { Launch } from './launch.ts';
import type { Users } from './users.ts';

/** A running container, reached through both clients of a connection and through its own init process. */
export type ContainerContext = { container: Docker.Container; streams: Docker; asRoot: Launch; users: Users };

export type ExecRequest = {
  argv: readonly string[];
  /** In the form `uid:gid`. */
  user: string;
  env?: Readonly<Record<string, string>>;
  /** Bytes after which the input ends, or `open` for an input that stays open for `write`. */
  stdin?: Uint8Array | 'open';
};

export type ExecEnd = {
  exitCode: number;
  /** False if the container had no room for one more process. */
  hasStarted: boolean;
};

type OnOutput = (stream: OutputStream, bytes: Buffer) => void;

export type RunningExec = Disposable & {
  exec: Docker.Exec;
  closed: Promise<void>;
  write: (bytes: Buffer) => void;
};

export type ExecOutput = { stdout: Buffer; stderr: Buffer; isTruncated: boolean };

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 500;
const LATE_OUTPUT_MS = 200;

/** Runs a process to its end and keeps the first `maxOutputBytes` of each of its streams. */
export async function execute(
  place: ContainerContext,
  request: ExecRequest,
  limits: { signal: AbortSignal; maxOutputBytes: number },
): Promise<ExecOutput & { end: ExecEnd | null }> {
  const stdout = new BoundedBuffer(limits.maxOutputBytes);
  const stderr = new BoundedBuffer(limits.maxOutputBytes);
  const end = await follow(place, request, limits.signal, (stream, bytes) => {
    (stream === 'stdout' ? stdout : stderr).push(bytes);
  });
  const isTruncated = stdout.isTruncated || stderr.isTruncated;
  return { end, stdout: stdout.content, stderr: stderr.content, isTruncated };
}

/**
 * Runs a process to its end, or until the signal: then it is abandoned, not ended, and its `end` is `null`.
 */
async function follow(
  place: ContainerContext,
  request: ExecRequest,
  signal: AbortSignal,
  onOutput: OnOutput,
): Promise<ExecEnd | null> {
  try {
    using running = await startExec(place, request, signal, onOutput);
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
  place: ContainerContext,
  request: ExecRequest,
  signal: AbortSignal,
  onOutput: OnOutput,
): Promise<RunningExec> {
  const exec = await place.container.exec({ ...execOptions(request), abortSignal: signal });
  const stdin = request.stdin !== undefined;
  const socket = await place.streams.getExec(exec.id).start({ hijack: true, stdin, abortSignal: signal });
  socket.on('data', demultiplexer(onOutput));
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) socket.on(event, () => resolve());
  });
  if (request.stdin instanceof Uint8Array) socket.end(request.stdin);
  return {
    exec,
    closed,
    write: (bytes) => void socket.write(bytes),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

/** Runs in `/`, because the agent can make its own folders unusable. */
function execOptions({ argv, user, env = {}, stdin }: ExecRequest): Docker.ExecCreateOptions {
  return {
    Cmd: [...argv],
    User: user,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    WorkingDir: '/',
    AttachStdin: stdin !== undefined,
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
    if (!Running && ExitCode !== null) return { exitCode: ExitCode, hasStarted: Pid !== 0 };
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
