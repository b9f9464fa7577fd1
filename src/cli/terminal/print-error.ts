import { inspect } from 'node:util';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { sayUnder } from './print.ts';

/** Prints one readable message. Only --debug shows where the error happened and what caused it. */
export function printError(error: unknown, options: { debug: boolean }): void {
  sayUnder('assay:', 'bad', explain(error));
  if (options.debug) sayUnder('debug:', 'muted', inspect(error, { depth: 6 }));
}

function explain(error: unknown): string {
  if (error instanceof AssayError) return error.message;
  return `something went wrong that Assay did not expect: ${messageOf(error)}\nRun the command again with --debug to see where, and please report it.`;
}
