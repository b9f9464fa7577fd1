import { shellQuote } from '../base/shell-quote.ts';
import type { CommandResult, Sandbox } from '../sandbox/sandbox.ts';

/** One of Assay's own programs, and the JSON that it gets on its input. */
export type OwnProgram = { name: string; input: unknown; seconds: number; maxOutputBytes: number };

/** Runs a program of `sandbox/` in a grading sandbox, as the grader's user. Nothing in the workspace affects how it starts. */
export async function runOwnProgram(
  { name, input, ...limits }: OwnProgram,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<CommandResult> {
  const program = `/usr/bin/python3 -IS /usr/local/lib/assay/${name}.py`;
  return await sandbox.run(
    { command: `${program} <<<${shellQuote(JSON.stringify(input))}`, ...limits },
    signal,
  );
}
