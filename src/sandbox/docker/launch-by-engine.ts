import { AssayError } from '../../base/assay-error.ts';
import { type ContainerContext, execute } from './exec.ts';
import type { Launch } from './launch.ts';
import { LAUNCH_LIMIT_MS, OUTPUT_LIMIT_BYTES } from './launch-limits.ts';
import { asUserAndGroup } from './users.ts';
import { withRoom } from './with-room.ts';

/** What the container runtime prints if there is no room for threads of its own before it starts the program. */
const NO_THREADS = 'runtime/cgo: pthread_create failed';

/**
 * Runs each program as the agent's user by a separate exec: nothing that the agent
 * did before affects how it runs.
 */
export function launchByEngine(place: ContainerContext, limitMs = LAUNCH_LIMIT_MS): Launch {
  const user = asUserAndGroup(place.users.agent);
  return ({ argv, ...more }, maxOutputBytes = OUTPUT_LIMIT_BYTES) =>
    withRoom(place.container, argv, async () => {
      const limits = { signal: AbortSignal.timeout(limitMs), maxOutputBytes };
      const { end, ...output } = await execute(place, { argv, ...more, user }, limits);
      if (end === null) throw didNotEnd(argv, limitMs);
      const hasStarted = end.hasStarted && !output.stderr.includes(NO_THREADS);
      return hasStarted ? { ...output, exitCode: end.exitCode } : null;
    });
}

export function didNotEnd([program]: readonly string[], limitMs: number): AssayError {
  const message = `${program} did not end in the sandbox within ${limitMs / 1000} s.`;
  return new AssayError('SANDBOX_FAILED', message);
}
