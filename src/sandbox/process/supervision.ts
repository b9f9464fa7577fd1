import { inFolder } from '../docker/process.ts';
import type { ProcessRequest } from '../start-process.ts';
import type { AgentShells } from './shell/agent-shells.ts';

/** How the agent's processes are started and ended. */
export type Supervision = {
  /** Wraps a program to start in a folder. If the folder cannot be entered, it fails as `env` does. */
  wrap(request: Pick<ProcessRequest, 'argv' | 'cwd' | 'env'>): Pick<ProcessRequest, 'argv' | 'env'>;
  /** Must complete before the agent does anything; repeated calls do nothing. */
  begin(): Promise<void>;
  /** The agent does nothing more; from here on everything is done by the harness. */
  end(): Promise<void>;
  /** Ends every process of the agent's user. */
  stop(): Promise<void>;
};

export function unwatched(shells: AgentShells): Supervision {
  return {
    wrap: ({ argv, cwd, env }) => ({ argv: inFolder(argv, cwd), env }),
    begin: nothing,
    end: nothing,
    stop: () => shells.startAlone(),
  };
}

async function nothing(): Promise<void> {
  // Nobody watches.
}
