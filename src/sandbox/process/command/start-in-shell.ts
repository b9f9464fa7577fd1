import type { StartProcess } from '../../docker/process.ts';
import type { AgentShells } from '../shell/agent-shells.ts';

/** Starts commands in the sandbox's open shell, or in the given other way if no shell can be kept open. */
export function startInShell(shells: AgentShells, otherwise: StartProcess): StartProcess {
  return async (request, signal) => {
    const shell = await shells.open();
    return shell === null ? otherwise(request, signal) : shell.run(request, signal);
  };
}
