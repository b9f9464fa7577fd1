import { GRADE_DIR } from '../graders/grade-dir.ts';
import { gradeWorkspace, type Judgement } from '../graders/grade-workspace.ts';
import {
  type FileTree,
  type SandboxEngine,
  type SandboxFile,
  type SandboxSpec,
  WORKSPACE,
} from '../sandbox/sandbox.ts';
import type { Losses } from './losses.ts';
import { entriesBelow } from './tree-diff.ts';
import { place } from './trial-setup.ts';
import type { TaskSubject } from './trial-subject.ts';

/** Runs a task's graders over a workspace; `null` where what it holds made that impossible. */
export async function gradeCopy(
  subject: TaskSubject,
  workspace: readonly SandboxFile[],
  { engine, losses }: { engine: SandboxEngine; losses: Losses },
  signal: AbortSignal,
): Promise<Judgement[] | null> {
  await using sandboxes = new AsyncDisposableStack();
  const spec = gradingSpec(subject, workspace);
  const open = async () => {
    losses.sandbox = null;
    const sandbox = sandboxes.use(await engine.create(spec, signal));
    losses.sandbox = sandbox;
    return sandbox;
  };
  losses.sandbox = null;
  return await losses.salvage(
    'grading',
    () => gradeWorkspace(subject.task.graders, spec, open, signal),
    null,
  );
}

export function needsGradingSandbox({ task }: TaskSubject): boolean {
  return task.graders.some(({ kind }) => kind === 'command-exit');
}

export function gradingSpec(
  { task, grade: files }: TaskSubject,
  workspace: readonly SandboxFile[],
): SandboxSpec {
  return {
    purpose: `grade:${task.id}`,
    files: workspace,
    env: {},
    grader: true,
    mounts: [{ root: GRADE_DIR, files: place(files, GRADE_DIR) }],
  };
}

/** Regular files only: a link or a device that an agent left must not lead a grader anywhere. */
export function regularFilesOf(tree: FileTree): SandboxFile[] {
  return entriesBelow(tree, WORKSPACE).flatMap(({ path, mode }) => {
    const content = tree.contents.get(path);
    return content === undefined ? [] : [{ path, content, executable: (mode & 0o100) !== 0 }];
  });
}
