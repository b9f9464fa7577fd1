import { Worker } from 'node:worker_threads';
import { sharedCopies } from '../../threads/shared-copy.ts';
import { threadFile } from '../../threads/thread-file.ts';
import { threadPool } from '../../threads/thread-pool.ts';
import { OutOfTimeError, WorkerQueue } from '../../threads/worker-queue.ts';
import type { ContentVerdict } from '../content/content-verdict.ts';
import type { Blinding } from '../rubric/blind-work.ts';
import type { QuoteSearch } from '../rubric/find-quotes.ts';
import type { Known } from '../rubric/known-texts.ts';
import type { Work } from '../rubric/work.ts';
import type { JudgingTask, ReadingAnswer, ReadingTask } from './content-thread.ts';

const THREAD = threadFile('content-thread', import.meta.url);
const threads = threadPool(() => new Worker(THREAD));
const MAX_MS = 20_000;

type Options = { maxMs?: number };

/**
 * Reads the contents of files in a thread, which all trials of a run share: it judges them, and prepares what a model
 * judges. The time is at most linear in a file's length for nearly everything that a suite can ask for, but a file may have
 * many megabytes. The answer is `null` if there is none in time.
 */
export class ContentJudge implements Disposable {
  readonly #queue: WorkerQueue<ReadingTask, ReadingAnswer>;

  constructor({ maxMs = MAX_MS }: Options = {}) {
    this.#queue = new WorkerQueue(threads.take, { maxMs, keep: threads.keep });
  }

  async judge({ spec, found, given }: JudgingTask, signal?: AbortSignal): Promise<ContentVerdict | null> {
    // A view would take all of the buffer behind it to the thread.
    const own = { found: new Uint8Array(found), given: given === null ? null : new Uint8Array(given) };
    const read = await this.#ask({ kind: 'judge', task: { spec, ...own } }, signal);
    return read?.kind === 'judge' ? read.answer : null;
  }

  async blind(task: Blinding, signal?: AbortSignal): Promise<Work | null> {
    const known = await shared(task.known);
    const read = await this.#ask({ kind: 'blind', task: { ...task, known } }, signal);
    return read?.kind === 'blind' ? read.answer : null;
  }

  async findQuotes(task: QuoteSearch, signal?: AbortSignal): Promise<boolean[] | null> {
    const given = await shared(task.given);
    const read = await this.#ask({ kind: 'find-quotes', task: { ...task, given } }, signal);
    return read?.kind === 'find-quotes' ? read.answer : null;
  }

  async #ask(task: ReadingTask, signal: AbortSignal | undefined): Promise<ReadingAnswer | null> {
    try {
      return await this.#queue.ask(task, signal);
    } catch (error) {
      if (error instanceof OutOfTimeError) return null;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}

async function shared({ texts, files }: Known): Promise<Known> {
  return { texts, files: await sharedCopies(files) };
}
