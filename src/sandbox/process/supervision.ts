import type { AgentShells } from './shell/agent-shells.ts';

/** How the agent's processes are started and ended. */
export type Supervision = {
  /** What starts a program in a folder: where that cannot be entered, it fails as `env` does. */
  wrap(argv: readonly string[], cwd: string): readonly string[];
  /** Has to be over before the agent does anything; asked again, it does nothing. */
  begin(): Promise<void>;
  /** The agent does nothing more; what is done from here on is the harness's. */
  end(): Promise<void>;
  /** Ends every process of the agent's user. */
  stop(): Promise<void>;
};

export function unwatched(shells: AgentShells): Supervision {
  const wrap = (argv: readonly string[], cwd: string) => ['/usr/bin/env', `--chdir=${cwd}`, ...argv];
  return { wrap, begin: nothing, end: nothing, stop: () => shells.startAlone() };
}

async function nothing(): Promise<void> {
  // Nobody watches.
}
