import { AssayError, messageOf } from '../base/assay-error.ts';
import type { Verdict } from '../contracts/grade.ts';
import type { GraderSpec } from '../contracts/task.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { judgeCommandExit } from './command-exit.ts';
import { judgeFileContent } from './file-content.ts';

/** Runs a task's graders over a copy of the workspace, in the order in which they are written. */
export async function gradeWorkspace(
  graders: readonly GraderSpec[],
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const grader of graders) verdicts.push(await runGrader(grader, sandbox, signal));
  return verdicts;
}

async function runGrader(grader: GraderSpec, sandbox: Sandbox, signal: AbortSignal): Promise<Verdict> {
  try {
    const judged =
      grader.kind === 'file-content'
        ? await judgeFileContent(grader, sandbox)
        : await judgeCommandExit(grader, sandbox, signal);
    return { title: grader.title, ...judged };
  } catch (cause) {
    throw new AssayError('GRADER_FAILED', `Grader "${grader.title}" could not decide: ${messageOf(cause)}`, {
      cause,
    });
  }
}
