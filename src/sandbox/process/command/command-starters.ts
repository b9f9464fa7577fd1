import { AssayError } from '../../../base/assay-error.ts';
import { WORKSPACE } from '../../../contracts/sandbox-places.ts';
import { type ContainerContext, startByExec } from '../../docker/exec.ts';
import { asUserAndGroup } from '../../docker/users.ts';
import type { CommandRequest } from '../../sandbox.ts';
import type { ProcessRequest, StartProcess } from '../../start-process.ts';
import type { AgentShells } from '../shell/agent-shells.ts';
import type { Shell } from '../shell/shell.ts';
import type { Supervision } from '../supervision.ts';

/** How commands are started. */
export type CommandStarter = {
  processFor: (request: CommandRequest) => ProcessRequest;
  start: StartProcess;
};

/**
 * Runs each command by `bash -c`, by default in the workspace. Half a surrogate pair, which has no bytes, is
 * replaced, as the engine would do.
 */
export function startInBash(start: StartProcess, env: Readonly<Record<string, string>>): CommandStarter {
  const processFor = ({ command, cwd = WORKSPACE, ...request }: CommandRequest) => ({
    argv: ['/bin/bash', '-c', command.toWellFormed()],
    cwd: cwd.toWellFormed(),
    env,
    ...request,
  });
  return { processFor, start };
}

/** Starts commands in the sandbox's open shell, or in the given other way if no shell can be kept open. */
export function startInShell(shells: AgentShells, otherwise: StartProcess): StartProcess {
  return async (request, signal) => {
    const shell = await shells.open();
    if (shell === null) return otherwise(request, signal);
    if (request.isProgram === true) shells.startsProgram(shell);
    return shell.run(request, signal);
  };
}

/**
 * The lowest CPU priority, and the first to be killed when memory runs out, like
 * `volunteer` in `sandbox/shell.py`.
 */
const VOLUNTEER = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec /usr/bin/nice -n 19 "$@"';

/**
 * Starts each command by a separate exec. The time limit is enforced outside of what is watched, so that the
 * record holds no program of ours.
 */
export function startByEngine(place: ContainerContext, supervision: Supervision): StartProcess {
  const start = startByExec(place, asUserAndGroup(place.users.agent));
  return async (request, signal) => {
    const { argv: watched, env } = supervision.wrap(request);
    const argv = ['/bin/bash', '-c', VOLUNTEER, 'volunteer', ...watched];
    return await start({ ...request, argv, env, cwd: '/' }, signal);
  };
}

const GRADE = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/grade.py'];

/**
 * Starts commands through the sandbox's init process, which the program under test
 * can neither end nor talk to.
 */
export function startAsGrader(initProcess: Shell): CommandStarter {
  return {
    processFor: ({ command, seconds, maxOutputBytes }) => ({
      ...{ argv: GRADE, cwd: '/', env: {}, stdin: Buffer.from(command) },
      ...{ seconds, maxOutputBytes },
    }),
    async start(request, signal) {
      const result = await initProcess.run(request, signal);
      if (result.end.kind !== 'lost') return result;
      throw new AssayError('SANDBOX_FAILED', 'The grading sandbox has ended.');
    },
  };
}
