import { shellQuote } from '../base/shell-quote.ts';

/** The command that runs one of Assay's own programs in a grading sandbox, as the grader's user, with JSON on its input. */
export function ownProgram(name: string, input: unknown): string {
  return `/usr/bin/python3 -IS /usr/local/lib/assay/${name}.py <<<${shellQuote(JSON.stringify(input))}`;
}
