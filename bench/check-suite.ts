import { availableParallelism } from 'node:os';
import { loadBenchmark } from '../src/app/benchmark.ts';
import { ContentJudge } from '../src/graders/reading/content-judge.ts';
import { checkTasks } from '../src/runner/check-task.ts';
import { openSession } from '../src/sandbox/session/session.ts';
import { median } from './median.ts';

const ROUNDS = 3;
const CORES = availableParallelism();

/**
 * How long the proof of a suite takes with a sandbox for each core, as a share of what it takes with one at a time. If all
 * cores were busy all the time, and nothing else used them, it would be one divided by their number.
 */
export async function checkSuiteCores() {
  const rounds: { one: number; all: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ one: await seconds(1), all: await seconds(CORES) });
  const [one, all] = [median(rounds.map((round) => round.one)), median(rounds.map((round) => round.all))];
  const ratio = (all * CORES) / one;
  return { bench: 'check-suite-cores', ratio, bound: 1.4, cores: CORES, oneSeconds: one, allSeconds: all };
}

async function seconds(concurrency: number): Promise<number> {
  const { suite, solutions } = await loadBenchmark('csv-tidy', { choice: { probes: [] } });
  const tasks = suite.tasks.map((files) => {
    const solution = { files: solutions.get(files.task.id) ?? [], timeoutSeconds: 60 };
    return { subject: { kind: 'task' as const, ...files }, solution };
  });
  await using engine = await openSession();
  using contents = new ContentJudge();
  await using witness = engine.callWitness();
  const start = performance.now();
  const options = { proofs: 3, concurrency, onTask: () => undefined };
  const checks = await checkTasks(
    tasks,
    options,
    { engine, contents, witness },
    new AbortController().signal,
  );
  if (checks.some(({ problems }) => problems.length > 0)) throw new Error('a task is not proven');
  return (performance.now() - start) / 1000;
}
