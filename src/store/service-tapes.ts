import { constants } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { digestOf } from '../base/digest.ts';
import type { ServiceExchange, ServiceRequest } from '../contracts/service-exchange.ts';
import { threadFile } from '../threads/thread-file.ts';
import { WorkerQueue } from '../threads/worker-queue.ts';
import { keyOf, MAX_TAPE_BYTES, MAX_TAPE_EXCHANGES, REST } from './recorded-tape.ts';
import type { TapeTask } from './tape-thread.ts';

const READER = threadFile('tape-thread', import.meta.url);

const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Takes what a service answered, while it is reached; false once there is no room left. */
type Recorder = { kind: 'record'; keep: (exchange: ServiceExchange) => boolean };
/** Finds the exchange that answers, in the place of a service; `null` if none was recorded. */
type Player = { kind: 'replay'; find: (request: ServiceRequest) => Promise<ServiceExchange | null> };

/**
 * Records and plays what services answered, in a file for each trial: an exchange in each line. Tapes are read in a thread,
 * because a workload decides how much there is.
 */
export class ServiceTapes implements AsyncDisposable {
  readonly #folder: string;
  readonly #reader = new WorkerQueue<TapeTask, ServiceExchange | null>(() => new Worker(READER));
  readonly #writing = new Set<Promise<void>>();
  #failure: unknown = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Records one attempt at a trial, which replaces what an earlier attempt left. */
  recording(trial: string): Recorder {
    const file = this.#fileOf(trial);
    let written = this.#noting(writing(file, () => rm(file, { force: true })));
    const room = new TapeRoom();
    return {
      kind: 'record',
      keep: (exchange) => {
        const line = room.lineFor(exchange);
        if (line !== null) written = this.#noting(written.then(() => this.#append(file, line)));
        return !room.isFull;
      },
    };
  }

  /** The same request finds the same exchange, and a repeated one the next of its kind. */
  replaying(trial: string): Player {
    const file = this.#fileOf(trial);
    const asked = new Map<string, number>();
    return {
      kind: 'replay',
      find: async (request) => {
        const key = digestOf(keyOf(request));
        const occurrence = asked.get(key) ?? 0;
        asked.set(key, occurrence + 1);
        return await this.#reader.ask({ kind: 'find', file, request, occurrence });
      },
    };
  }

  /** Reads what was recorded of a trial, so that a file that cannot be read shows before anything runs. */
  async check(trial: string): Promise<void> {
    await this.#reader.ask({ kind: 'check', file: this.#fileOf(trial) });
  }

  /** Fails if something could not be written; the trials are not to blame, and are kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writing);
    this.#reader[Symbol.dispose]();
    if (this.#failure !== null) throw this.#failure;
  }

  #noting(writing: Promise<void>): Promise<void> {
    const noted = writing.catch((error: unknown) => {
      this.#failure ??= error;
    });
    this.#writing.add(noted);
    noted.then(() => this.#writing.delete(noted));
    return noted;
  }

  async #append(file: string, line: string): Promise<void> {
    await writing(file, async () => {
      await mkdir(this.#folder, { recursive: true });
      await appendFile(file, line, { flag: APPENDING });
    });
  }

  #fileOf(trial: string): string {
    return join(this.#folder, `${trial.replaceAll(':', '_')}.services.jsonl`);
  }
}

async function writing(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const message = `What a service answered cannot be written to ${file}: ${reasonOf(cause)}.`;
    throw new AssayError('FILE_UNWRITABLE', message, { cause });
  }
}

/** Counts what was written to a tape. Once it is full, nothing comes any more, so that no answer takes the place of another. */
class TapeRoom {
  #bytes = MAX_TAPE_BYTES - lineOf(REST).length;
  #exchanges = MAX_TAPE_EXCHANGES;

  get isFull(): boolean {
    return this.#exchanges === 0;
  }

  lineFor(exchange: ServiceExchange): string | null {
    if (this.#exchanges === 0) return null;
    const line = lineOf(JSON.stringify(exchange));
    this.#bytes -= Buffer.byteLength(line);
    this.#exchanges -= 1;
    if (this.#bytes >= 0 && this.#exchanges > 0) return line;
    this.#exchanges = 0;
    return lineOf(REST);
  }
}

function lineOf(json: string): string {
  return `${json}\n`;
}
