import type { ExecOutput } from '../../docker/exec.ts';
import type { CommandRequest } from '../../sandbox.ts';

type CommandEnd =
  | { kind: 'exited'; exitCode: number; timedOut: boolean }
  /** The sandbox had no room for one more process. */
  | { kind: 'no room' };

/** `null` where the signal came first; what was told until then is told all the same. */
export type Started = ExecOutput & { end: CommandEnd | null };

/** A way to run a command of the agent, which ends it when its time is up. */
export type Starter = (request: CommandRequest, signal: AbortSignal) => Promise<Started>;

/** How long a command has to put things in order then. */
export const TERM_TO_KILL_MS = 1_000;
