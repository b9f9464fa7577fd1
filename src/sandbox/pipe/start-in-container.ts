import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedBuffer } from '../bounded-buffer.ts';
import { PIPE } from '../container-options.ts';
import { type Place, type RunningExec, startExec } from '../exec.ts';
import type { StartCarrier } from './open-network.ts';

const PROGRAM = '/usr/local/lib/assay/pipe.mjs';
/** Where a sandbox listens; the common ports of services that something inside may look for by name. */
const PORTS = {
  gateway: 18_080,
  proxy: 18_081,
  dns: 53,
  direct: [21, 22, 25, 53, 80, 110, 143, 443, 465, 587, 853, 993, 995],
};
/** Few threads and little memory: both count as the sandbox's. */
const NODE = ['/usr/local/bin/node', '--v8-pool-size=0'];
const NODE_ENV = { UV_THREADPOOL_SIZE: '1' };
const MAX_COMPLAINT_BYTES = 2048;
/** The engine learns of an end a little after the stream does. */
const END_LOOKS = 20;
const END_PAUSE_MS = 50;

/** One exec, whose input and output carry the frames. It ends with the sandbox, or with its input. */
export function startInContainer(place: Place, signal: AbortSignal): StartCarrier {
  return async ({ onBytes, onEnd }) => {
    const complaint = new BoundedBuffer(MAX_COMPLAINT_BYTES);
    const argv = [...NODE, PROGRAM, JSON.stringify(PORTS)];
    const request = { argv, user: PIPE, env: NODE_ENV, stdin: 'open' as const };
    const running = await startExec(place, request, signal, (stream, bytes) => {
      if (stream === 'stdout') onBytes(bytes);
      else complaint.push(bytes);
    });
    running.closed.then(async () => onEnd(await describeEnd(running, complaint)));
    return { send: running.write, [Symbol.dispose]: running[Symbol.dispose] };
  };
}

async function describeEnd({ exec }: RunningExec, complaint: BoundedBuffer): Promise<string> {
  const said = complaint.content.toString().trim();
  return `its process ended with exit code ${await exitCodeOf(exec)}${said === '' ? '' : `: ${said}`}`;
}

async function exitCodeOf(exec: RunningExec['exec']): Promise<number | 'unknown'> {
  for (let look = 0; look < END_LOOKS; look++) {
    // Where the sandbox or the engine is gone too, it is the end of the stream that counts.
    const end = await exec.inspect().catch(() => null);
    if (end === null) break;
    if (!end.Running && end.ExitCode !== null) return end.ExitCode;
    await sleep(END_PAUSE_MS);
  }
  return 'unknown';
}
