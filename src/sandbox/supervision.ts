import type { Place } from './exec.ts';
import { stopProcesses } from './stop-processes.ts';

/** How the agent's processes are started and ended. */
export type Supervision = {
  wrap(argv: readonly string[]): readonly string[];
  /** Ends every process of the agent's user. */
  stop(): Promise<void>;
};

export function unwatched(place: Place): Supervision {
  return { wrap: (argv) => argv, stop: () => stopProcesses(place) };
}
