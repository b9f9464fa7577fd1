import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `assay`, as it is once it is installed. */
export const COMMAND = fileURLToPath(new URL('../bin/assay.cjs', import.meta.url));
/** The process writes it to a pipe of its own as it ends. */
const TELL_PEAK = `data:text/javascript,import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));`;

/** Returns the most memory that a command took, in megabytes; any other exit code than these is an error. */
export function peakOfCommand(args: readonly string[], exitCodes: readonly number[] = [0]): number {
  const { status, output } = spawnSync(process.execPath, ['--import', TELL_PEAK, COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status === null || !exitCodes.includes(status))
    throw new Error(`assay ${args.join(' ')} ended with ${status}: ${output[2]}`);
  return (Number(output[3]) * 1024) / 1e6;
}
