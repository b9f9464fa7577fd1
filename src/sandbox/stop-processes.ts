import { AssayError } from '../base/assay-error.ts';
import type { Place } from './exec.ts';
import { launchByEngine } from './launch-by-engine.ts';

const ROUNDS = 5;

/**
 * One call signals every process that the agent's user may signal, except the caller: no fork escapes it. As root it
 * would reach none, because root has no capability to signal others.
 */
const KILL_ALL = 'kill -9 -1';

const UNTIL_GONE = `
for ((try = 0; try < 50; try++)); do
  pgrep -u 10001 >/dev/null
  (( $? == 1 )) && exit 0
  sleep 0.02
done
exit 1
`;

export async function stopProcesses(place: Place): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await launchByEngine(place)({ argv: ['/bin/bash', '-c', KILL_ALL] });
    const { exitCode } = await place.asRoot({ argv: ['/bin/bash', '-c', UNTIL_GONE] });
    if (exitCode === 0) return;
  }
  throw new AssayError('SANDBOX_FAILED', `The agent's processes outlived ${ROUNDS} rounds of SIGKILL.`);
}
