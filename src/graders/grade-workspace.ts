import type { Verdict } from '../contracts/grade.ts';
import type { CommandExitGrader, GraderSpec } from '../contracts/task.ts';
import type { CommandResult, Sandbox, SandboxSpec } from '../sandbox/sandbox.ts';
import { judgeCommandExit, runGrader } from './command-exit.ts';
import { judgeFileContent } from './file-content.ts';
import type { Original } from './workspace-copy.ts';

export type Judgement =
  | { kind: 'command-exit'; grader: CommandExitGrader; verdict: Verdict; ended: CommandResult }
  | { kind: 'file-content'; verdict: Verdict };

type Grading = { graders: readonly GraderSpec[]; spec: SandboxSpec; original: Original };

/**
 * Runs a task's graders over a copy of the workspace, in the order in which they are written. Each command
 * has a sandbox of its own, so that no grader, and no program that it ran, affects what the next one finds.
 */
export async function gradeWorkspace(
  { graders, spec, original }: Grading,
  open: () => Promise<Sandbox>,
  signal: AbortSignal,
): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const grading = spec.mounts.flatMap(({ files }) => files);
  for (const grader of graders) {
    const { kind, title } = grader;
    if (kind === 'file-content') {
      judgements.push({ kind, verdict: { title, ...judgeFileContent(grader, { original, grading }) } });
    } else {
      const ended = await runGrader(grader, await open(), signal);
      const verdict = { title, ...judgeCommandExit(grader, ended) };
      judgements.push({ kind, grader, verdict, ended });
    }
  }
  return judgements;
}
