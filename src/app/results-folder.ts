import { lstatSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { kindOfPath } from '../sources/kind-of-path.ts';

/**
 * The folder of recorded runs: the user's choice, else the environment's, else `results` in the working directory. That
 * may be a checkout of anybody's, so that a link is followed only if the user has named it.
 */
export function resultsFolder(chosen: string | undefined): string {
  const named = chosen ?? process.env['ASSAY_RESULTS'];
  const folder = resolve(named ?? 'results');
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (named !== undefined || !isLink) return folder;
  const message = `The results folder ${folder} is a link to ${JSON.stringify(readlinkSync(folder))}.`;
  throw new AssayError('USAGE', `${message} If results belong there, say so with --results.`);
}

/** Finds the results folder for a command that only reads: a folder that the user named must exist. */
export function recordedResults(chosen: string | undefined): string {
  const folder = resultsFolder(chosen);
  if (chosen === undefined || kindOfPath(folder) !== null) return folder;
  throw new AssayError('FILE_NOT_FOUND', `There is no results folder at ${folder}. Check --results.`);
}
