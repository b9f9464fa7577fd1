import type { AgentShells } from './shell/agent-shells.ts';

/** How the agent's processes are started and ended. */
export type Supervision = {
  wrap(argv: readonly string[]): readonly string[];
  /** Ends every process of the agent's user. */
  stop(): Promise<void>;
};

export function unwatched(shells: AgentShells): Supervision {
  return { wrap: (argv) => argv, stop: () => shells.startAlone() };
}
