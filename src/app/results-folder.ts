import { resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { kindOfPath } from '../sources/kind-of-path.ts';

/**
 * The folder of recorded runs: the user's choice, else the environment's, else `results` in the working
 * directory.
 */
export function resultsFolder(chosen: string | undefined): string {
  return resolve(chosen ?? process.env['ASSAY_RESULTS'] ?? 'results');
}

/** Finds the results folder for a command that only reads: a folder that the user named must exist. */
export function recordedResults(chosen: string | undefined): string {
  const folder = resultsFolder(chosen);
  if (chosen === undefined || kindOfPath(folder) !== null) return folder;
  throw new AssayError('FILE_NOT_FOUND', `There is no results folder at ${folder}. Check --results.`);
}
