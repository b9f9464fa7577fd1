import { AssayError } from '../base/assay-error.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { CommandExitGrader } from '../contracts/task.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

const MAX_OUTPUT_BYTES = 8 * 1024;

/** What a shell says when it could not start the command at all. */
const COULD_NOT_RUN = new Set([126, 127]);

/** Runs a command over the copy of the workspace and looks at its exit code. */
export async function judgeCommandExit(
  grader: CommandExitGrader,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Omit<Verdict, 'title'>> {
  const { command, timeoutSeconds } = grader;
  const limits = { timeoutMs: timeoutSeconds * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { exitCode, timedOut, stdout, stderr } = await sandbox.run({ command, ...limits }, signal);
  const output = `${stdout}${stderr}`.trim();
  if (timedOut) return { passed: false, detail: `did not end within ${timeoutSeconds} s` };
  if (exitCode !== null && exitCode !== grader.exitCode && COULD_NOT_RUN.has(exitCode)) {
    throw new AssayError('GRADER_FAILED', `the command could not be run (exit code ${exitCode}): ${output}`);
  }
  const detail = `exit code ${exitCode}${output === '' ? '' : `: ${output}`}`;
  return { passed: exitCode === grader.exitCode, detail };
}
