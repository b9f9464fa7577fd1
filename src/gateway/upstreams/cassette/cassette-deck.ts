import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../threads/thread-file.ts';
import { threadPool } from '../../../threads/thread-pool.ts';
import { WorkerQueue } from '../../../threads/worker-queue.ts';
import type { Upstream } from '../upstream.ts';
import type { CassettePlace } from './cassette-file.ts';
import type { RawExchange, RecorderTask } from './recorder-thread.ts';
import type { RecordedAnswer } from './recording.ts';
import { recordingUpstream } from './recording-upstream.ts';
import type { ReplayTask } from './replay-thread.ts';
import { type FindRecorded, type ReplayOptions, replayingUpstream } from './replaying-upstream.ts';

const RECORDER = threadFile('recorder-thread', import.meta.url);
const REPLAY = threadFile('replay-thread', import.meta.url);
/** Only recorders are kept: a thread that replays remembers the cassettes of its run. */
const recorders = threadPool(() => new Worker(RECORDER));

type RecordingOptions = {
  /** Applied to every text before it is written, because anything could have brought a secret into it. */
  hide: (text: string) => string;
  monotonicMs: () => number;
};

/**
 * Records and plays the cassettes of a run. They are written, read and compared in threads: each request repeats its whole
 * conversation, and a workload decides how long that gets.
 */
export class CassetteDeck implements AsyncDisposable {
  readonly #recorder = new WorkerQueue<RecorderTask, string>(recorders.take, { keep: recorders.keep });
  readonly #replay = new WorkerQueue<ReplayTask, RecordedAnswer>(() => new Worker(REPLAY));

  /** Exchanges that are being written. */
  readonly #writing = new Set<Promise<void>>();

  /** Answers as another upstream does, and records one attempt at a trial. */
  recording(upstream: Upstream, { hide, monotonicMs, ...place }: CassettePlace & RecordingOptions): Upstream {
    let isFirst = true;
    const write = async (raw: RawExchange) => {
      const exchange = hide(await this.#recorder.ask({ kind: 'render', raw }));
      const task = { kind: 'write' as const, place, isFirst, exchange };
      isFirst = false;
      await this.#recorder.ask(task);
    };
    return recordingUpstream(upstream, { monotonicMs, write: (raw) => this.#finishing(write(raw)) });
  }

  replaying(folder: string, trial: string, options?: ReplayOptions): Upstream {
    const find: FindRecorded = (asked, used, signal) =>
      this.#replay.ask({ folder, trial, asked, used }, signal);
    return replayingUpstream(trial, find, options);
  }

  /** Waits for what is being written: an answer whose client has left is recorded like any other. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#writing);
    this.#recorder[Symbol.dispose]();
    this.#replay[Symbol.dispose]();
  }

  async #finishing(writing: Promise<void>): Promise<void> {
    this.#writing.add(writing);
    try {
      await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }
}
