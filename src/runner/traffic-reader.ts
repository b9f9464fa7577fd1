import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PackedAccount, PrintedByAgent } from '../agents/read-account.ts';
import { movableCopies } from '../threads/movable-copies.ts';
import { movableBuffers, PortionJoiner } from '../threads/portions.ts';
import { threadFile } from '../threads/thread-file.ts';
import { threadPool } from '../threads/thread-pool.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import type { RecordedTraffic } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';
import type { Watchable } from '../traffic/watched-skill.ts';
import type { ReadingAnswer, ReadingTask } from './reading-thread.ts';

const NOTHING = new Uint8Array();
const THREAD = threadFile('reading-thread', import.meta.url);
const threads = threadPool(() => new Worker(THREAD));

/**
 * Reads recorded traffic in a thread, which all trials of a run share: a conversation is repeated with each of
 * its requests, and reading all of it would keep the gateway from serving the trials that are under way.
 */
export class TrafficReader implements Disposable {
  readonly #queue = new WorkerQueue<ReadingTask, ReadingAnswer>(threads.take, {
    keep: threads.keep,
    moved: (task) => {
      if (task.kind === 'account') return [];
      return task.kind === 'read' ? movableBuffers([task.log]) : buffersIn(task.watchable);
    },
  });

  /** Takes the log along: its bytes may be hundreds of megabytes, and are gone here once the thread has them. */
  async read(recorded: RecordedTraffic, signal?: AbortSignal): Promise<ReadTrial> {
    return await joined<ReadTrial>(await this.#queue.ask({ kind: 'read', ...recorded }, signal));
  }

  /** Packs and reads what an agent program has printed about its work. */
  async account(printed: PrintedByAgent, signal?: AbortSignal): Promise<PackedAccount> {
    return await joined<PackedAccount>(await this.#queue.ask({ kind: 'account', ...printed }, signal));
  }

  /** Packs what the traffic is searched for: the files of a task and of a skill may be tens of megabytes. */
  async pack({ files, knownFiles = [], ...watched }: Watchable, signal?: AbortSignal): Promise<Uint8Array> {
    const copies = await movableCopies([...knownFiles, ...(files ?? []).map(({ content }) => content)]);
    const known = copies.slice(0, knownFiles.length);
    const copied = files?.map((file, index) => ({
      ...file,
      content: copies[known.length + index] ?? NOTHING,
    }));
    const watchable = { ...watched, knownFiles: known, ...(copied === undefined ? {} : { files: copied }) };
    const [packed = NOTHING] = await this.#queue.ask({ kind: 'pack', watchable }, signal);
    return packed;
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]();
  }
}

async function joined<Value>(portions: ReadingAnswer): Promise<Value> {
  const joiner = new PortionJoiner<Value>();
  for (const portion of portions) {
    joiner.add(portion);
    await nextTurn();
  }
  return joiner.value;
}

/** All of them are copies that nobody else has. */
function buffersIn({ files = [], knownFiles = [] }: Watchable): ArrayBuffer[] {
  const all = [...knownFiles, ...files.map(({ content }) => content)].map(({ buffer }) => buffer);
  return [...new Set(all)].filter((buffer) => buffer instanceof ArrayBuffer);
}
