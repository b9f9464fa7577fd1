import type { Verdict } from '../contracts/grade.ts';
import type { GraderSpec } from '../contracts/task.ts';
import type { Sandbox, SandboxSpec } from '../sandbox/sandbox.ts';
import { judgeCommandExit } from './command-exit.ts';
import { judgeFileContent } from './file-content.ts';

/**
 * Runs a task's graders over a copy of the workspace, in the order in which they are written. Each command has a sandbox
 * of its own, so that nothing of one grader, or of a program that it ran, has part in what the next one finds.
 */
export async function gradeWorkspace(
  graders: readonly GraderSpec[],
  { files, mounts }: SandboxSpec,
  open: () => Promise<Sandbox>,
  signal: AbortSignal,
): Promise<Verdict[]> {
  const placed = [...files, ...mounts.flatMap((mount) => mount.files)];
  const contents = new Map(placed.map(({ path, content }) => [path, content]));
  const verdicts: Verdict[] = [];
  for (const grader of graders) {
    const judged =
      grader.kind === 'file-content'
        ? judgeFileContent(grader, contents)
        : await judgeCommandExit(grader, await open(), signal);
    verdicts.push({ title: grader.title, ...judged });
  }
  return verdicts;
}
