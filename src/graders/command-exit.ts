import type { Verdict } from '../contracts/grade.ts';
import type { CommandExitGrader } from '../contracts/task.ts';
import type { CommandResult, Sandbox } from '../sandbox/sandbox.ts';

const MAX_OUTPUT_BYTES = 8 * 1024;

/** Runs a command over the copy of the workspace. */
export async function runGrader(
  { command, timeoutSeconds }: CommandExitGrader,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<CommandResult> {
  const limits = { timeoutMs: timeoutSeconds * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
  return await sandbox.run({ command, ...limits }, signal);
}

/**
 * Judges by the exit code. Graders prove themselves before a run (`runner/prove-graders.ts`), so any other
 * code is the workspace's doing: a missing or crashing program as much as a wrong answer.
 */
export function judgeCommandExit(
  { timeoutSeconds, exitCode: expected }: CommandExitGrader,
  { exitCode, timedOut, stdout, stderr }: CommandResult,
): Omit<Verdict, 'title'> {
  if (timedOut) return { passed: false, detail: `did not end within ${timeoutSeconds} s`, difference: null };
  const output = `${stdout}${stderr}`.trim();
  const detail = `exit code ${exitCode}${output === '' ? '' : `: ${output}`}`;
  return { passed: exitCode === expected, detail, difference: null };
}
