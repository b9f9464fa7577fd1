import { GRADE_DIR } from '../graders/grade-dir.ts';
import { gradeWorkspace, type Judgement } from '../graders/grade-workspace.ts';
import type { WorkspaceCopy } from '../graders/workspace-copy.ts';
import type { SandboxContents, SandboxEngine, SandboxSpec } from '../sandbox/sandbox.ts';
import type { Losses } from './losses.ts';
import { place } from './trial-setup.ts';
import type { TaskSubject } from './trial-subject.ts';

/** Runs a task's graders over a workspace; `null` if the contents of the workspace made that impossible. */
export async function gradeCopy(
  subject: TaskSubject,
  { contents, original }: WorkspaceCopy,
  { engine, losses }: { engine: SandboxEngine; losses: Losses },
  signal: AbortSignal,
): Promise<Judgement[] | null> {
  await using sandboxes = new AsyncDisposableStack();
  const spec = gradingSpec(subject, contents);
  const open = async () => {
    const sandbox = sandboxes.use(await engine.create(spec, signal));
    sandboxes.use(losses.whileAsking(sandbox));
    return sandbox;
  };
  return await losses.salvage(
    'grading',
    () => gradeWorkspace({ graders: subject.task.graders, spec, original }, open, signal),
    null,
  );
}

export function needsGradingSandbox({ task }: TaskSubject): boolean {
  return task.graders.some(({ kind }) => kind === 'command-exit');
}

export function gradingSpec({ task, grade }: TaskSubject, contents: SandboxContents): SandboxSpec {
  return {
    ...{ purpose: `grade:${task.id}`, ...contents },
    env: {},
    grader: true,
    mounts: [{ root: GRADE_DIR, files: place(grade, GRADE_DIR) }],
  };
}
