import { type ContainerContext, startByExec } from '../../docker/exec.ts';
import type { StartProcess } from '../../docker/process.ts';
import { asUserAndGroup } from '../../docker/users.ts';
import type { Supervision } from '../supervision.ts';

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
  return async ({ argv, cwd, ...request }, signal) => {
    const watched = supervision.wrap(argv, cwd);
    const volunteer = ['/bin/bash', '-c', VOLUNTEER, 'volunteer', ...watched];
    return await start({ ...request, argv: volunteer, cwd: '/' }, signal);
  };
}
