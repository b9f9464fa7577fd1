import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../../../base/assay-error.ts';
import { parseYaml } from '../../../base/parse-yaml.ts';
import { renderYaml } from '../../../base/render-yaml.ts';
import { Cassette, type Exchange } from '../../../contracts/cassette.ts';

/** Writes each exchange of one trial as it ends, so that what was recorded survives whatever comes after. */
export type CassetteWriter = { add(exchange: Exchange): void };

/** The recording from which a trial is answered. */
export type RecordedTrial = Pick<Cassette, 'trial' | 'exchanges'>;

/**
 * Requests are 500 levels deep at most, each of which is two here: whatever was recorded can be read again.
 */
const MAX_DEPTH = 1100;

type Head = { trial: string; seed: string };

/** Creates no file before the first exchange, which replaces what an earlier attempt left. */
export function createCassette(folder: string, { trial, seed }: Head): CassetteWriter {
  const file = fileOf(folder, trial);
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    writeFileSync(file, `${renderYaml({ version: 1, trial, seed })}exchanges:\n`);
  };
  return {
    add(exchange) {
      try {
        if (!isBegun) begin();
        appendFileSync(file, renderYaml([exchange]));
      } catch (cause) {
        throw new AssayError('FILE_UNWRITABLE', `The cassette ${file} cannot be written.`, { cause });
      }
    },
  };
}

export function holdsCassettes(folder: string): boolean {
  return cassettesIn(folder).length > 0;
}

export function hasCassette(folder: string, trial: string): boolean {
  return existsSync(fileOf(folder, trial));
}

/** A trial that asked nothing, because its run ended first, has no cassette. */
export function readCassette(folder: string, trial: string): RecordedTrial {
  return hasCassette(folder, trial) ? read(fileOf(folder, trial)) : { trial, exchanges: [] };
}

/** The seed of the run in which these cassettes were recorded. */
export function seedOfCassettes(folder: string): string {
  const [first] = cassettesIn(folder);
  if (first !== undefined) return read(join(folder, first)).seed;
  const message = `There are no cassettes in ${folder}. Record them with --record.`;
  throw new AssayError('FILE_NOT_FOUND', message);
}

function fileOf(folder: string, trial: string): string {
  return join(folder, `${trial.replaceAll(':', '_')}.yaml`);
}

function cassettesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .toSorted();
  } catch {
    // A missing folder holds no cassettes; the caller says so.
    return [];
  }
}

function read(file: string): Cassette {
  try {
    return parseYaml(Cassette, readFileSync(file, 'utf8'), file, { maxDepth: MAX_DEPTH });
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    throw new AssayError('FILE_UNREADABLE', `The cassette ${file} cannot be read.`, { cause });
  }
}
