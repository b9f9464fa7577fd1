import { randomBytes, randomUUID } from 'node:crypto';
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import type { RunPlan } from '../contracts/plan.ts';
import {
  hasCassette,
  holdsCassettes,
  readCassette,
  seedOfCassettes,
} from '../gateway/upstreams/cassette/cassette-file.ts';
import { makeFolder } from '../store/make-folder.ts';

/** The folder to record cassettes in, or the one whose cassettes answer instead of the model. */
export type CassetteOptions = { record?: string | undefined; replay?: string | undefined };

export function cassetteChoice({ record, replay }: CassetteOptions): RunPlan['cassettes'] {
  if (record !== undefined && replay !== undefined)
    throw new AssayError('USAGE', 'Give --record to write cassettes or --replay to read them, not both.');
  if (record !== undefined) return { mode: 'record', folder: resolve(record) };
  return replay === undefined ? null : { mode: 'replay', folder: resolve(replay) };
}

/**
 * Call this before anything is spent: the folder must be writable, and a new run must not find another run's
 * cassettes in it, because they would be mixed with its own.
 */
export function prepareCassettes(cassettes: RunPlan['cassettes'], of: 'new run' | 'resumed run'): void {
  if (cassettes?.mode !== 'record') return;
  const { folder } = cassettes;
  requireWritable(folder);
  if (of === 'resumed run' || !holdsCassettes(folder)) return;
  const message = `There are cassettes of another run in ${folder}. Give --record a new folder, or remove them first.`;
  throw new AssayError('USAGE', message);
}

/**
 * A replay needs a cassette for every trial, unless it has a budget: the recorded run may have used up its
 * budget, and the trials that it did not start will not start in the replay either. Those that are there have
 * to be readable.
 */
export function requireRecorded({ cassettes, budget, trials }: RunPlan): void {
  if (cassettes?.mode !== 'replay') return;
  for (const { id } of trials) readCassette(cassettes.folder, id);
  if (Object.values(budget).some((bound) => bound !== null)) return;
  const lacking = trials.find(({ id }) => !hasCassette(cassettes.folder, id));
  if (lacking === undefined) return;
  const message = `There is nothing recorded of ${lacking.id} in ${cassettes.folder}. Replay it with the suite, repeats and budget that it was recorded with.`;
  throw new AssayError('FILE_NOT_FOUND', message);
}

/**
 * Writes a file to find out, because permissions alone do not tell. Nothing that was there is written to, and no link of the
 * folder's own name is followed, as it may be in a checkout of anybody's.
 */
function requireWritable(folder: string): void {
  const file = join(folder, `.${randomUUID()}.tmp`);
  try {
    makeFolder(folder);
    if (lstatSync(folder).isSymbolicLink()) throw new Error('it is a link. Name the folder itself');
    writeFileSync(file, '', { flag: 'wx' });
    rmSync(file);
  } catch (cause) {
    const message = `Cassettes cannot be written to ${folder}: ${reasonOf(cause)}.`;
    throw new AssayError('FILE_UNWRITABLE', message, { cause });
  }
}

/** A replay makes the same requests only with the seed of the recorded run. */
export function seedFor(cassettes: RunPlan['cassettes'], seed: string | undefined): string {
  if (seed !== undefined) return seed;
  return cassettes?.mode === 'replay' ? seedOfCassettes(cassettes.folder) : randomBytes(8).toString('hex');
}
