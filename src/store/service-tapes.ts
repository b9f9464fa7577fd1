import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { parseStored } from '../base/parse-stored.ts';
import { ServiceExchange, type ServiceRequest } from '../contracts/service-exchange.ts';

/** All answers to one trial. What exceeds this is recorded as a request without an answer. */
const MAX_CHARACTERS = 32 * 1024 ** 2;

/** Takes what a service answered, while it is reached. */
type Recorder = { kind: 'record'; keep: (exchange: ServiceExchange) => void };
/** Finds the exchange that answers, in the place of a service; `null` if none was recorded. */
type Player = { kind: 'replay'; find: (request: ServiceRequest) => Promise<ServiceExchange | null> };

/** Records and plays what services answered, in a file for each trial: an exchange in each line. */
export class ServiceTapes implements AsyncDisposable {
  readonly #folder: string;
  readonly #writing = new Set<Promise<void>>();
  #failure: unknown = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Records one attempt at a trial, which replaces what an earlier attempt left. */
  recording(trial: string): Recorder {
    const file = this.#fileOf(trial);
    let written = this.#noting(writing(file, () => rm(file, { force: true })));
    let left = MAX_CHARACTERS;
    return {
      kind: 'record',
      keep: (exchange) => {
        left -= exchange.answer?.body.length ?? 0;
        const kept = left < 0 ? { ...exchange, answer: null } : exchange;
        written = this.#noting(written.then(() => this.#append(file, kept)));
      },
    };
  }

  /** The same request finds the same exchange, and a repeated one the next of its kind. */
  replaying(trial: string): Player {
    const recorded = this.#read(trial);
    recorded.catch(() => undefined);
    const used = new Set<ServiceExchange>();
    return {
      kind: 'replay',
      find: async (request) => {
        const isAsked = (one: ServiceExchange) => !used.has(one) && isSame(one.request, request);
        const found = (await recorded).find(isAsked) ?? null;
        if (found !== null) used.add(found);
        return found;
      },
    };
  }

  /** Reads what was recorded of a trial, so that a file that cannot be read shows before anything runs. */
  async check(trial: string): Promise<void> {
    await this.#read(trial);
  }

  /** Fails if something could not be written; the trials are not to blame, and are kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writing);
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

  async #append(file: string, exchange: ServiceExchange): Promise<void> {
    await writing(file, async () => {
      await mkdir(this.#folder, { recursive: true });
      await appendFile(file, `${JSON.stringify(exchange)}\n`);
    });
  }

  async #read(trial: string): Promise<ServiceExchange[]> {
    const file = this.#fileOf(trial);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
      throw new AssayError('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(cause)}.`, { cause });
    });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index) => parseStored(ServiceExchange, line, `exchange in line ${index + 1} of ${file}`));
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

function isSame(one: ServiceRequest, other: ServiceRequest): boolean {
  return one.method === other.method && one.url === other.url && one.bodyDigest === other.bodyDigest;
}
