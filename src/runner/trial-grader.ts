import { Worker } from 'node:worker_threads';
import type { Grade } from '../contracts/grade.ts';
import { threadFile } from '../threads/thread-file.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { GradingTask } from './grading-thread.ts';

const THREAD = threadFile('grading-thread', import.meta.url);

/**
 * Grades trials as they end, for whoever watches the run, in a thread that all of them share: how long it takes is up to
 * the patterns of a probe and to what the agent left for them, and others are under way meanwhile.
 */
export class TrialGrader implements Disposable {
  readonly #queue = new WorkerQueue<GradingTask, Grade>(() => new Worker(THREAD));

  grade(task: GradingTask, signal?: AbortSignal): Promise<Grade> {
    return this.#queue.ask(task, signal);
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}
