import { shellQuote } from '../../base/shell-quote.ts';
import type { GraderSpec } from '../../contracts/grader-spec.ts';

/** Looks for a pattern in a whole file, with `^` and `$` at the ends of lines. */
const SEARCH =
  'import re, sys; sys.exit(re.search(sys.argv[1], open(sys.argv[2], encoding="utf-8", newline="").read(), re.M) is None)';

/** A command that ends with 0 if the grader passes; `null` for one that has no counterpart in a shell. */
export function graderCommand(grader: GraderSpec): string | null {
  if (grader.kind === 'command-exit') {
    const limited = `timeout ${Math.ceil(grader.timeoutSeconds)} bash -c ${shellQuote(grader.command)}`;
    return grader.exitCode === 0 ? limited : `${limited}; [ $? -eq ${grader.exitCode} ]`;
  }
  if (grader.kind !== 'file-content') return null;
  const path = shellQuote(`/workspace/${grader.path}`);
  if (grader.absent === true) return `[ ! -e ${path} ] && [ ! -L ${path} ]`;
  if (grader.equalsFile !== undefined)
    return `cmp -s -- ${shellQuote(`/grade/${grader.equalsFile}`)} ${path}`;
  if (grader.equals !== undefined) return `printf %s ${shellQuote(grader.equals)} | cmp -s -- - ${path}`;
  return `python3 -c ${shellQuote(SEARCH)} ${shellQuote(grader.matches ?? '')} ${path}`;
}
