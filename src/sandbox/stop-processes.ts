import { AssayError } from '../base/assay-error.ts';
import { AGENT, ROOT } from './container-options.ts';
import type { Place } from './exec.ts';
import { harnessExec } from './harness-exec.ts';

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
    await harnessExec(place, { argv: ['/bin/bash', '-c', KILL_ALL], user: AGENT });
    const { exitCode } = await harnessExec(place, { argv: ['/bin/bash', '-c', UNTIL_GONE], user: ROOT });
    if (exitCode === 0) return;
  }
  throw new AssayError('SANDBOX_FAILED', `The agent's processes outlived ${ROUNDS} rounds of SIGKILL.`);
}
