/** A process to start in a sandbox. */
export type ProcessRequest = {
  argv: readonly string[];
  cwd: string;
  /** Variables besides those of the image. */
  env: Readonly<Record<string, string>>;
  stdin?: Uint8Array;
  /** After this time it gets SIGTERM, and SIGKILL a second later; `null` if nothing ends it. */
  seconds: number | null;
  /** The limit for stdout and for stderr each; the rest is dropped. */
  maxOutputBytes: number;
  /** It is the agent program, of which the sandbox can tell which connections it holds. */
  isProgram?: boolean;
};

/** How a process ended, or why it did not. */
export type ProcessEnd =
  | { kind: 'exited'; exitCode: number; timedOut: boolean }
  /** The system did not start it: `EAGAIN` if it had no room for one more process. */
  | { kind: 'refused'; code: string; message: string; path: string | null }
  /** Whatever starts processes is gone. */
  | { kind: 'lost' }
  /** The signal was aborted first: nobody waits for the process, which may still run. */
  | { kind: 'abandoned' };

/** The output until then is included, however the process ended. */
export type ProcessResult = { end: ProcessEnd; stdout: Buffer; stderr: Buffer; isTruncated: boolean };

/** A way to start processes in a sandbox. */
export type StartProcess = (request: ProcessRequest, signal: AbortSignal) => Promise<ProcessResult>;
