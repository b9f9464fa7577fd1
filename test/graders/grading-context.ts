import { GRADE_DIR } from '../../src/graders/grade-dir.ts';
import type { GradingContext, Session } from '../../src/graders/grader.ts';
import { copyWorkspace } from '../../src/graders/workspace-copy.ts';
import { place } from '../../src/runner/trial-setup.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { filesOf } from './grading.ts';
import { treeOf } from './tree-of.ts';

type Situation = {
  left: Parameters<typeof treeOf>[0];
  grade?: Readonly<Record<string, string>>;
  openSandbox?: () => Promise<Sandbox>;
  session?: Session;
  judge?: GradingContext['judge'];
  task?: GradingContext['task'];
};

/** No model is asked where graders prove themselves. */
export const UNASKED: GradingContext['judge'] = { kind: 'none', why: 'proof' };

export const NOTHING_DONE: Session = {
  answers: [],
  changes: { created: [], changed: [], deleted: [] },
  work: null,
};

/** The context of a grader that proves itself, for which no agent has worked. */
export async function contextOf({
  left,
  grade = {},
  openSandbox = openNone,
  session = NOTHING_DONE,
  judge = UNASKED,
  task = { prompt: 'Do it.', given: [], known: { texts: [], files: [] } },
}: Situation): Promise<GradingContext> {
  return {
    workspace: await copyWorkspace(treeOf(left)),
    gradingFiles: place(filesOf(grade), GRADE_DIR),
    session,
    judge,
    task,
    openSandbox,
    contents: judgingHere,
    signal: AbortSignal.any([]),
  };
}

function openNone(): Promise<Sandbox> {
  throw new Error('this grader needs no sandbox');
}
