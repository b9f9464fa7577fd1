import type { AgentShells } from './shell/agent-shells.ts';

/** How the agent's processes are started and ended. */
export type Supervision = {
  wrap(argv: readonly string[]): readonly string[];
  /** Has to be over before the agent does anything; asked again, it does nothing. */
  begin(): Promise<void>;
  /** The agent does nothing more; what is done from here on is the harness's. */
  end(): Promise<void>;
  /** Ends every process of the agent's user. */
  stop(): Promise<void>;
};

export function unwatched(shells: AgentShells): Supervision {
  return { wrap: (argv) => argv, begin: nothing, end: nothing, stop: () => shells.startAlone() };
}

async function nothing(): Promise<void> {
  // Nobody watches.
}
