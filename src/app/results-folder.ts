import { resolve } from 'node:path';

/** Where runs are recorded: what the user said, else the environment, else `results` here. */
export function resultsFolder(chosen: string | undefined): string {
  return resolve(chosen ?? process.env['ASSAY_RESULTS'] ?? 'results');
}
