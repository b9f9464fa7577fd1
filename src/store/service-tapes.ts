import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { parseStored } from '../base/parse-stored.ts';
import { ServiceExchange, type ServiceRequest } from '../contracts/service-exchange.ts';

/** Takes what a service answered, while it is reached. */
type Recorder = { kind: 'record'; keep: (exchange: ServiceExchange) => void };
/** Finds the exchange that answers, in the place of a service; `null` if none was recorded. */
type Player = { kind: 'replay'; find: (request: ServiceRequest) => Promise<ServiceExchange | null> };

/** Records and plays what services answered, in a file for each trial: an exchange in each line. */
export class ServiceTapes implements AsyncDisposable {
  readonly #folder: string;
  readonly #writing = new Set<Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Records one attempt at a trial, which replaces what an earlier attempt left. */
  recording(trial: string): Recorder {
    const file = this.#fileOf(trial);
    let written = rm(file, { force: true });
    return {
      kind: 'record',
      keep: (exchange) => {
        written = written.then(() => this.#append(file, exchange));
        this.#writing.add(written);
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

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#writing);
  }

  async #append(file: string, exchange: ServiceExchange): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await appendFile(file, `${JSON.stringify(exchange)}\n`);
    } catch (cause) {
      const message = `What a service answered cannot be written to ${file}: ${reasonOf(cause)}.`;
      throw new AssayError('FILE_UNWRITABLE', message, { cause });
    }
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

function isSame(one: ServiceRequest, other: ServiceRequest): boolean {
  return one.method === other.method && one.url === other.url && one.bodyDigest === other.bodyDigest;
}
