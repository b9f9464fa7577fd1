import { openSession } from '../src/sandbox/session/session.ts';
import { preparedTrials } from './sandbox-work.ts';

const AT_A_TIME = 4;
const EACH = 25;

const trials = Number(process.argv[2] ?? 1000);

/** What the harness holds after so many trials, beside what it held after the first hundred. */
await using engine = await openSession();
const imageDigest = await engine.imageDigest();
const { signal } = new AbortController();
const held: { afterTrials: number; rssMb: number; heapMb: number }[] = [];
for (let done = 0; done < trials; done += AT_A_TIME * EACH) {
  const work = () => preparedTrials(engine, imageDigest, EACH, signal);
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  held.push(holding(done + AT_A_TIME * EACH));
}
const [first, last] = [held.at(0), held.at(-1)];
const ratio = (last?.heapMb ?? 0) / (first?.heapMb ?? 0);
process.stdout.write(`${JSON.stringify({ bench: 'soak', ratio, bound: 1.1, trials, held })}\n`);

function holding(afterTrials: number): (typeof held)[number] {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { afterTrials, rssMb: rss / 1e6, heapMb: heapUsed / 1e6 };
}
