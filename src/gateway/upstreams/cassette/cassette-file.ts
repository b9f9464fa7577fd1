import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../../../base/assay-error.ts';
import { parseYaml } from '../../../base/parse-yaml.ts';
import { renderYaml } from '../../../base/render-yaml.ts';
import { Cassette, type Exchange } from '../../../contracts/cassette.ts';

/**
 * Requests are 500 levels deep at most, each of which is two here: whatever was recorded can be read again.
 */
const MAX_DEPTH = 1100;

/** Several times what the longest trials record. */
const MAX_BYTES = 64 * 1024 ** 2;

/** A recorded request has a token for about eight characters; a file made to be slow has one for each. */
const MAX_TOKENS = 3_000_000;

const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

/** The cassette of one attempt at a trial. */
export type CassettePlace = { folder: string; trial: string; seed: string };

/**
 * Adds an exchange to its cassette. The first one replaces what an earlier attempt left. No link is followed: the folder may
 * be in a checkout of anybody's.
 */
export function writeExchange(
  { folder, trial, seed }: CassettePlace,
  exchange: Exchange,
  { isFirst }: { isFirst: boolean },
): void {
  const file = fileOf(folder, trial);
  try {
    if (isFirst) {
      rmSync(file, { force: true });
      writeFileSync(file, `${renderYaml({ version: 1, trial, seed })}exchanges:\n`, { flag: 'wx' });
    }
    append(file, renderYaml([exchange]));
  } catch (cause) {
    throw new AssayError('FILE_UNWRITABLE', `The cassette ${file} cannot be written.`, { cause });
  }
}

function append(file: string, text: string): void {
  const descriptor = openSync(file, APPENDING);
  try {
    appendFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
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

/** A link or a device could lead to something that never ends. */
function textOf(file: string): string {
  const stat = lstatSync(file);
  const limit = `expected a file of ${MAX_BYTES / 1024 ** 2} MiB at most`;
  if (!stat.isFile())
    throw new AssayError('FILE_UNREADABLE', `${file}: ${limit}, found something else. Remove it.`);
  if (stat.size <= MAX_BYTES) return readFileSync(file, 'utf8');
  const found = `found ${Math.ceil(stat.size / 1024 ** 2)} MiB`;
  throw new AssayError('FILE_UNREADABLE', `${file}: ${limit}, ${found}. Record it again.`);
}

function read(file: string): Cassette {
  try {
    return parseYaml(Cassette, textOf(file), file, { maxDepth: MAX_DEPTH, maxTokens: MAX_TOKENS });
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    throw new AssayError('FILE_UNREADABLE', `The cassette ${file} cannot be read.`, { cause });
  }
}
