import { spawnSync } from 'node:child_process';
import { COMMAND } from './installed-command.ts';
import { median } from './median.ts';

const ROUNDS = 20;

/** What starting the command costs over starting Node, each in turn so that both meet the same machine. */
export async function startup() {
  const bare: number[] = [];
  const assay: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(timeNode(['-e', '0']));
    assay.push(timeNode([COMMAND, '--version']));
  }
  const ratio = median(assay) / median(bare);
  return {
    bench: 'startup',
    ratio,
    bound: 2.5,
    bareMs: median(bare),
    assayMs: median(assay),
    rounds: ROUNDS,
  };
}

function timeNode(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  return performance.now() - start;
}
