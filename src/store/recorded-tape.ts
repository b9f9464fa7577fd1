import { lstatSync, readFileSync } from 'node:fs';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { parseStored } from '../base/parse-stored.ts';
import { ServiceExchange, type ServiceRequest } from '../contracts/service-exchange.ts';

/** The bytes that the tape of one trial may have. A workload decides how much it asks. */
export const MAX_TAPE_BYTES = 32 * 1024 ** 2;
export const MAX_TAPE_EXCHANGES = 10_000;

/** The last line of a tape that has no room for what was asked from then on. Every other line is an exchange. */
export const REST = JSON.stringify({ rest: 'not recorded' });

/** Requests that are answered alike. Their URLs may be long, and their headers are not part of them. */
export function keyOf({ method, url, bodyDigest }: ServiceRequest): string {
  return `${bodyDigest} ${method} ${url}`;
}

/** What the services answered to one trial. */
export class RecordedTape {
  readonly #exchanges = new Map<string, ServiceExchange[]>();
  readonly #isWhole: boolean;

  constructor(exchanges: readonly ServiceExchange[], { isWhole }: { isWhole: boolean }) {
    this.#isWhole = isWhole;
    for (const exchange of exchanges) {
      const key = keyOf(exchange.request);
      const alike = this.#exchanges.get(key);
      if (alike === undefined) this.#exchanges.set(key, [exchange]);
      else alike.push(exchange);
    }
  }

  /** `occurrence` counts the requests of this kind before this one. `null` if none was recorded. */
  find(request: ServiceRequest, occurrence: number): ServiceExchange | null {
    const found = this.#exchanges.get(keyOf(request))?.[occurrence];
    if (found !== undefined) return found;
    return this.#isWhole ? null : { request, latencyMs: 0, answer: null };
  }
}

/** Reads a tape; a trial that asked no service has none. */
export function readTape(file: string): RecordedTape {
  const text = textOf(file);
  const lines = text.split('\n').filter((line) => line !== '');
  const isWhole = lines.at(-1) !== REST;
  const exchanges = (isWhole ? lines : lines.slice(0, -1)).map((line, index) =>
    parseStored(ServiceExchange, line, `exchange in line ${index + 1} of ${file}`),
  );
  return new RecordedTape(exchanges, { isWhole });
}

function textOf(file: string): string {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile())
      throw new AssayError('FILE_UNREADABLE', `${file}: expected a file, found something else. Remove it.`);
    const { size } = stat;
    if (size <= MAX_TAPE_BYTES) return readFileSync(file, 'utf8');
    const expected = `expected ${MAX_TAPE_BYTES / 1024 ** 2} MiB at most, found ${Math.ceil(size / 1024 ** 2)} MiB`;
    throw new AssayError('FILE_UNREADABLE', `${file}: ${expected}. Record it again.`);
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw new AssayError('FILE_UNREADABLE', `${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}
