import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../../../base/assay-error.ts';
import { parseYaml } from '../../../base/parse-yaml.ts';
import { renderYaml } from '../../../base/render-yaml.ts';
import { Cassette, type Exchange } from '../../../contracts/cassette.ts';

/**
 * Requests are 500 levels deep at most, each of which is two here: whatever was recorded can be read again.
 */
const MAX_DEPTH = 1100;

/** The cassette of one attempt at a trial. */
export type CassettePlace = { folder: string; trial: string; seed: string };

/** Adds an exchange to its cassette. The first one replaces what an earlier attempt left. */
export function writeExchange(
  { folder, trial, seed }: CassettePlace,
  exchange: Exchange,
  { isFirst }: { isFirst: boolean },
): void {
  const file = fileOf(folder, trial);
  try {
    if (isFirst) writeFileSync(file, `${renderYaml({ version: 1, trial, seed })}exchanges:\n`);
    appendFileSync(file, renderYaml([exchange]));
  } catch (cause) {
    throw new AssayError('FILE_UNWRITABLE', `The cassette ${file} cannot be written.`, { cause });
  }
}

export function holdsCassettes(folder: string): boolean {
  return cassettesIn(folder).length > 0;
}

export function hasCassette(folder: string, trial: string): boolean {
  return existsSync(fileOf(folder, trial));
}

/** A trial that asked nothing, because its run ended first, has no cassette. */
export function readCassette(folder: string, trial: string): Exchange[] {
  return hasCassette(folder, trial) ? read(fileOf(folder, trial)).exchanges : [];
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
