import { agentOverhead } from './agent-overhead.ts';
import { checkGrowth } from './check-growth.ts';
import { checkMemory } from './check-memory.ts';
import { checkSpeed } from './check-speed.ts';
import { checkSuiteCores } from './check-suite.ts';
import { gatewayLatency, gatewayParallel, gatewayStreaming } from './gateway.ts';
import { https } from './https.ts';
import { loadSuite } from './load-suite.ts';
import { longTrial } from './long-trial.ts';
import { pipe } from './pipe.ts';
import { progress } from './progress.ts';
import { sandboxThroughput, sandboxWork } from './sandbox-work.ts';
import { startup } from './startup.ts';

type Measurement = { bench: string; ratio: number; bound: number; [detail: string]: unknown };

/** Every bench measures itself beside the bare alternative in the same run; only the ratio means anything. */
const BENCHES: readonly (() => Promise<Measurement>)[] = [
  ...[startup, progress, loadSuite, checkSpeed, checkGrowth, checkMemory],
  ...[pipe, https, sandboxWork, sandboxThroughput, checkSuiteCores],
  ...[gatewayLatency, gatewayStreaming, gatewayParallel, longTrial, agentOverhead],
];

for (const bench of BENCHES) process.stdout.write(`${JSON.stringify(await bench())}\n`);
