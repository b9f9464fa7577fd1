import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NAMES_PREFIX } from '../../src/contracts/sandbox-network.ts';
import type { StartCarrier } from '../../src/sandbox/network/open-network.ts';

const PROGRAM = fileURLToPath(new URL('../../sandbox/pipe.mjs', import.meta.url));
/** Of the system's choice, because the common ones may be taken on this machine. */
const PLACES = { gateway: 0, proxy: 0, dns: 0, direct: [], names: NAMES_PREFIX };

/** The same program as in a sandbox, on this machine's own loopback. */
export const startLocally: StartCarrier = async ({ onBytes, onEnd }) => {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(PLACES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.on('data', onBytes);
  child.on('exit', (code) => onEnd(`its process ended with exit code ${code}`));
  child.stdin.on('error', () => undefined);
  return {
    send: (bytes) => void child.stdin.write(bytes),
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    [Symbol.dispose]: () => void child.kill(),
  };
};
