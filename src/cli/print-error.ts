import { inspect, styleText } from 'node:util';
import { AssayError, messageOf } from '../base/assay-error.ts';

/** One readable message; where it happened and what caused it only for those who ask with --debug. */
export function printError(error: unknown, options: { debug: boolean }): void {
  const label = styleText('red', 'assay:', { stream: process.stderr });
  process.stderr.write(`${label} ${explain(error)}\n`);
  if (options.debug) process.stderr.write(`${inspect(error, { depth: 6 })}\n`);
}

function explain(error: unknown): string {
  if (error instanceof AssayError) return error.message;
  return `something went wrong that Assay did not expect: ${messageOf(error)}\nRun the command again with --debug to see where, and please report it.`;
}
