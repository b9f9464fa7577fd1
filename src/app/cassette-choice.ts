import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { seedOfCassettes } from '../gateway/cassette/cassette-file.ts';

/** Folders of cassettes: one that is written, or one that answers in the model's place. */
export type CassetteOptions = { record?: string; replay?: string };

export function cassetteChoice({ record, replay }: CassetteOptions): RunPlan['cassettes'] {
  if (record !== undefined && replay !== undefined)
    throw new AssayError('USAGE', 'Give --record to write cassettes or --replay to read them, not both.');
  if (record !== undefined) return { mode: 'record', folder: resolve(record) };
  return replay === undefined ? null : { mode: 'replay', folder: resolve(replay) };
}

/** A replay makes the same requests only with the seed of what was recorded. */
export function seedFor(cassettes: RunPlan['cassettes'], seed: string | undefined): string {
  if (seed !== undefined) return seed;
  return cassettes?.mode === 'replay' ? seedOfCassettes(cassettes.folder) : randomBytes(8).toString('hex');
}
