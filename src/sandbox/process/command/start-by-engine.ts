import { WORKSPACE } from '../../../contracts/sandbox-places.ts';
import { type ContainerContext, type ExecRequest, execute } from '../../docker/exec.ts';
import { asUserAndGroup } from '../../docker/users.ts';
import type { CommandRequest } from '../../sandbox.ts';
import type { Supervision } from '../supervision.ts';
import { type Starter, TERM_TO_KILL_MS } from './starter.ts';

/** The exit codes of `timeout` for a command that it had to end, or to kill. */
const TIMED_OUT = [124, 137];

/**
 * The lowest CPU priority, and the first to be killed when memory runs out, like
 * `volunteer` in `sandbox/shell.py`.
 */
const VOLUNTEER = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec /usr/bin/nice -n 19 "$@"';

/** Starts each command by a separate exec: nothing that the agent did before affects how it runs. */
export function startByEngine(
  place: ContainerContext,
  env: Readonly<Record<string, string>>,
  supervision: Supervision,
): Starter {
  return async (request, signal) => {
    const startedAt = performance.now();
    const limits = { signal, maxOutputBytes: request.maxOutputBytes };
    const user = asUserAndGroup(place.users.agent);
    const asked = { ...execRequest(request, env, supervision), user };
    const { end, ...output } = await execute(place, asked, limits);
    if (end === null) return { ...output, end };
    if (!end.hasStarted) return { ...output, end: { kind: 'no room' } };
    const isOverTime = performance.now() - startedAt >= request.timeoutMs;
    const timedOut = isOverTime && TIMED_OUT.includes(end.exitCode);
    return { ...output, end: { kind: 'exited', exitCode: end.exitCode, timedOut } };
  };
}

/** The time limit is enforced outside of what is watched, so that the record holds no program of ours. */
function execRequest(
  { command, cwd = WORKSPACE, timeoutMs, stdin }: CommandRequest,
  env: Readonly<Record<string, string>>,
  supervision: Supervision,
): Omit<ExecRequest, 'user'> {
  const limit = ['/usr/bin/timeout', `--kill-after=${TERM_TO_KILL_MS / 1000}`, `${timeoutMs / 1000}`];
  const watched = supervision.wrap(['/bin/bash', '-c', command], cwd);
  const argv = ['/bin/bash', '-c', VOLUNTEER, 'volunteer', ...limit, ...watched];
  return { argv, env, ...(stdin === undefined ? {} : { stdin }) };
}
