import type { ExecOutput } from '../../docker/exec.ts';
import type { CommandRequest } from '../../sandbox.ts';

type CommandEnd =
  | { kind: 'exited'; exitCode: number; timedOut: boolean }
  /** The sandbox had no room for one more process. */
  | { kind: 'no room' };

/** `end` is `null` if the signal was aborted first; the output until then is included all the same. */
export type Started = ExecOutput & { end: CommandEnd | null };

/** A way to run a command of the agent, which ends it when its time is up. */
export type Starter = (request: CommandRequest, signal: AbortSignal) => Promise<Started>;

/** How long a command has to clean up after SIGTERM. */
export const TERM_TO_KILL_MS = 1_000;
