import { openSession } from '../src/sandbox/session.ts';
import { trial } from './sandbox-work.ts';

const AT_A_TIME = 4;
const WARM_UP = 100;

const trials = Number(process.argv[2] ?? 1000);

/** What the harness holds after so many trials, beside what it held after the first hundred. */
await using engine = await openSession();
const imageDigest = await engine.imageDigest();
let left = trials;
const held: { afterTrials: number; rssMb: number; heapMb: number }[] = [];
await Promise.all(Array.from({ length: AT_A_TIME }, work));
const [first, last] = [held.at(0), held.at(-1)];
const ratio = (last?.heapMb ?? 0) / (first?.heapMb ?? 0);
process.stdout.write(`${JSON.stringify({ bench: 'soak', ratio, bound: 1.1, trials, held })}\n`);

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await trial(engine, imageDigest);
    const done = trials - left;
    if (done % WARM_UP === 0) held.push(holding(done));
  }
}

function holding(afterTrials: number): (typeof held)[number] {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { afterTrials, rssMb: rss / 1e6, heapMb: heapUsed / 1e6 };
}
