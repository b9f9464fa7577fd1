import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Grade } from '../contracts/grade.ts';
import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { movableBuffers, type Portion, portionsOf } from '../threads/portions.ts';
import { threadFile } from '../threads/thread-file.ts';
import { threadPool } from '../threads/thread-pool.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { GradingTask } from './grading-thread.ts';

const THREAD = threadFile('grading-thread', import.meta.url);
const threads = threadPool(() => new Worker(THREAD));

/**
 * Grades trials as they end, for whoever watches the run, in a thread that all of them share: how long it takes is up to
 * the patterns of a probe and to what the agent left for them, and others are under way meanwhile.
 */
export class TrialGrader implements Disposable {
  readonly #queue = new WorkerQueue<GradingTask, Grade>(threads.take, {
    moved: ({ record }) => movableBuffers(record),
    keep: threads.keep,
  });

  async grade(
    { record, probes }: { record: TrialRecord; probes: readonly Probe[] },
    signal?: AbortSignal,
  ): Promise<Grade> {
    return await this.#queue.ask({ record: await inPortions(record), probes }, signal);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}

async function inPortions(record: TrialRecord): Promise<Portion[]> {
  const portions: Portion[] = [];
  for (const portion of portionsOf(record)) {
    portions.push(portion);
    await nextTurn();
  }
  return portions;
}
