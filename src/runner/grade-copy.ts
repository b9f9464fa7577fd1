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
import { type PlannedTurn, place } from './trial-setup.ts';
import { allGivenFiles, historyOf, type TaskSubject } from './trial-subject.ts';
import { withoutSameIndex } from './without-same-index.ts';

type GradingTools = Pick<TrialContext, 'engine' | 'contents'> & {
  losses: Losses;
  session: Session;
  judge: GradingContext['judge'];
  /** The turns that the user has said. Where no agent has worked, everything was there from the start. */
  taken?: readonly PlannedTurn[];
};

/** Runs a task's graders over a workspace; `null` if the contents of the workspace made that impossible. */
export async function gradeCopy(
  subject: TaskSubject,
  workspace: WorkspaceCopy,
  { engine, contents, losses, session, judge, taken }: GradingTools,
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
    task: askedOf(subject, taken),
    session: { ...session, changes: withoutSameIndex(session.changes, subject, workspace) },
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

function askedOf(subject: TaskSubject, taken: readonly PlannedTurn[] | undefined): AskedTask {
  const { task, workspace, grade } = subject;
  const history = place(historyOf(subject), WORKSPACE);
  const all = [...place(allGivenFiles(subject), WORKSPACE), ...history];
  const texts = [wordsOfUser(task), JSON.stringify(task.graders)];
  const known = { texts, files: [...all, ...grade].map(({ content }) => content) };
  if (taken === undefined) return { prompt: wordsOfUser(task), given: all, known };
  const turns = taken.map(({ say }) => ({ say }));
  const given = [...place(workspace, WORKSPACE), ...history, ...taken.flatMap(({ files }) => files)];
  return { prompt: wordsOfUser({ prompt: task.prompt, turns }), given, known };
}

function gradingFilesOf({ grade }: TaskSubject): SandboxFile[] {
  return place(grade, GRADE_DIR);
}
