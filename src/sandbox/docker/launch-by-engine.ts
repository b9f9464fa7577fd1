import { type ContainerContext, startByExec } from './exec.ts';
import { type Launch, launchBy } from './launch.ts';
import { LAUNCH_LIMIT_MS } from './launch-limits.ts';
import { asUserAndGroup } from './users.ts';

/**
 * Runs each program as the agent's user by a separate exec: nothing that the agent
 * did before affects how it runs. No program of ours ends it, because there may be room for one only.
 */
export function launchByEngine(place: ContainerContext, waitMs = LAUNCH_LIMIT_MS): Launch {
  const start = startByExec(place, asUserAndGroup(place.users.agent));
  return launchBy(start, place, { waitMs, seconds: null });
}
