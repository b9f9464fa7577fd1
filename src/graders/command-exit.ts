import type { Verdict } from '../contracts/grade.ts';
import type { CommandExitGrader } from '../contracts/task.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

const MAX_OUTPUT_BYTES = 8 * 1024;

/**
 * Runs a command over the copy of the workspace and looks at its exit code. Graders prove themselves before a run, so
 * that any other code is the workspace's doing: a program that is missing or crashes as much as a wrong answer.
 */
export async function judgeCommandExit(
  { command, timeoutSeconds, exitCode: expected }: CommandExitGrader,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Omit<Verdict, 'title'>> {
  const limits = { timeoutMs: timeoutSeconds * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { exitCode, timedOut, stdout, stderr } = await sandbox.run({ command, ...limits }, signal);
  if (timedOut) return { passed: false, detail: `did not end within ${timeoutSeconds} s` };
  const output = `${stdout}${stderr}`.trim();
  const detail = `exit code ${exitCode}${output === '' ? '' : `: ${output}`}`;
  return { passed: exitCode === expected, detail };
}
