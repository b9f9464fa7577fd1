import { CARRIED_PORTS, NAMES_PREFIX } from '../../contracts/sandbox-network.ts';
import type { SideChannel } from '../process/shell/attach-init-process.ts';
import type { Shell } from '../process/shell/shell.ts';
import type { ProcessResult } from '../start-process.ts';
import type { StartCarrier } from './open-network.ts';

const PROGRAM = '/usr/local/lib/assay/pipe.mjs';
/** The ports on which the pipe listens, and the ports and addresses whose connections it carries. */
const PLACES = {
  gateway: 18_080,
  proxy: 18_081,
  dns: 53,
  direct: CARRIED_PORTS,
  names: NAMES_PREFIX,
};
/** Uses few threads and little memory, because both count as the sandbox's. */
const NODE = ['/usr/local/bin/node', '--v8-pool-size=0'];
const NODE_ENV = { UV_THREADPOOL_SIZE: '1' };
const MAX_COMPLAINT_BYTES = 2048;

/**
 * Starts one process through the init process, which runs it as root like itself. The process ends with the
 * sandbox, or at the end of its input.
 */
export function startInContainer(initProcess: Shell, sideChannel: SideChannel): StartCarrier {
  return async ({ onBytes, onEnd }) => {
    sideChannel.onBytes = onBytes;
    const argv = [...NODE, PROGRAM, JSON.stringify(PLACES)];
    const { ended, write, endInput } = initProcess.startWithSideChannel({
      argv,
      ...{ cwd: '/', env: NODE_ENV, seconds: null },
      maxOutputBytes: MAX_COMPLAINT_BYTES,
    });
    ended.then((result) => onEnd(describeEnd(result)));
    const { pause, resume } = sideChannel;
    return { send: write, pause, resume, [Symbol.dispose]: endInput };
  };
}

function describeEnd({ end, stderr }: ProcessResult): string {
  if (end.kind === 'refused') return `its process did not start: ${end.message}`;
  if (end.kind !== 'exited') return 'the sandbox ended';
  const said = stderr.toString().trim();
  return `its process ended with exit code ${end.exitCode}${said === '' ? '' : `: ${said}`}`;
}
