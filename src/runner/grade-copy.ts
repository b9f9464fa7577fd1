import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { wordsOfUser } from '../contracts/task.ts';
import { GRADE_DIR } from '../graders/grade-dir.ts';
import type { AskedTask, GradingContext, Session } from '../graders/grader.ts';
import { gradeAll, needsSandbox } from '../graders/graders.ts';
import type { Graded } from '../graders/judge-group.ts';
import type { WorkspaceCopy } from '../graders/workspace-copy.ts';
import type { SandboxContents, SandboxFile, SandboxSpec } from '../sandbox/sandbox.ts';
import type { Losses } from './losses.ts';
import type { TrialContext } from './run-context.ts';
import { place } from './trial-setup.ts';
import { allGivenFiles, type TaskSubject } from './trial-subject.ts';

type GradingTools = Pick<TrialContext, 'engine' | 'contents'> & {
  losses: Losses;
  session: Session;
  judge: GradingContext['judge'];
};

/** Runs a task's graders over a workspace; `null` if the contents of the workspace made that impossible. */
export async function gradeCopy(
  subject: TaskSubject,
  workspace: WorkspaceCopy,
  { engine, contents, losses, session, judge }: GradingTools,
  signal: AbortSignal,
): Promise<Graded[] | null> {
  await using sandboxes = new AsyncDisposableStack();
  const spec = gradingSpec(subject, workspace.contents);
  const openSandbox = async () => {
    const sandbox = sandboxes.use(await engine.create(spec, signal));
    sandboxes.use(losses.whileAsking(sandbox));
    return sandbox;
  };
  const context = {
    workspace,
    gradingFiles: gradingFilesOf(subject),
    task: askedOf(subject),
    session,
    judge,
    openSandbox,
    contents,
    signal,
  };
  return await losses.salvage('grading', () => gradeAll(subject.task.graders, context), null);
}

export function needsGradingSandbox({ task }: TaskSubject): boolean {
  return task.graders.some(needsSandbox);
}

export function gradingSpec(subject: TaskSubject, contents: SandboxContents): SandboxSpec {
  return {
    ...{ purpose: `grade:${subject.task.id}`, template: subject.template, ...contents },
    env: {},
    grader: true,
    mounts: [{ root: GRADE_DIR, files: gradingFilesOf(subject) }],
  };
}

function askedOf(subject: TaskSubject): AskedTask {
  const { task, grade } = subject;
  const given = place(allGivenFiles(subject), WORKSPACE);
  const prompt = wordsOfUser(task);
  const files = [...given, ...grade].map(({ content }) => content);
  return { prompt, given, known: { texts: [prompt, JSON.stringify(task.graders)], files } };
}

function gradingFilesOf({ grade }: TaskSubject): SandboxFile[] {
  return place(grade, GRADE_DIR);
}
