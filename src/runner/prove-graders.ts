import { AssayError } from '../base/assay-error.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { whyBroken } from '../graders/broken-grader.ts';
import type { Judgement } from '../graders/grade-workspace.ts';
import { copyOfFiles, type WorkspaceCopy } from '../graders/workspace-copy.ts';
import { outlineOf } from '../sandbox/engine/outline.ts';
import { NO_CONTENTS } from '../sandbox/sandbox.ts';
import { gradeCopy, gradingSpec, needsGradingSandbox } from './grade-copy.ts';
import { Losses } from './losses.ts';
import { outputEnd } from './output-end.ts';
import type { TrialContext } from './run-context.ts';
import { type Solution, solveTask } from './solve-task.ts';
import { place } from './trial-setup.ts';
import type { TaskSubject } from './trial-subject.ts';

type ProofSurroundings = Pick<TrialContext, 'engine' | 'witness'>;

/**
 * Runs a task's graders where no agent and no skill have been, so that whatever goes wrong is their own
 * doing: over what the reference solution leaves, which all of them must pass, and over the untouched
 * workspace, where each must end and not all may pass. Throws `GRADER_FAILED` if they have not proven
 * themselves. Once they have, any other way in which one of them ends in a trial is a failed attempt.
 */
export async function proveGraders(
  subject: TaskSubject,
  solution: Solution | null,
  context: ProofSurroundings,
  signal: AbortSignal,
): Promise<void> {
  await using _grading = needsGradingSandbox(subject)
    ? context.engine.prepare(outlineOf(gradingSpec(subject, NO_CONTENTS)))
    : null;
  const judge = (copy: WorkspaceCopy) => judgeOwn(subject, copy, context, signal);
  if (solution !== null) {
    requireAllPassed(await judge(await solveTask(subject, solution, context.engine, signal)));
  }
  const untouched = await judge(copyOfFiles(place(subject.workspace, WORKSPACE)));
  requireOrderly(untouched, solution !== null);
  if (untouched.every(({ verdict }) => verdict.passed)) {
    throw failed('All graders pass the untouched workspace, so that they say nothing about an agent.');
  }
}

async function judgeOwn(
  subject: TaskSubject,
  copy: WorkspaceCopy,
  { engine, witness }: ProofSurroundings,
  signal: AbortSignal,
): Promise<Judgement[]> {
  const losses = new Losses(witness);
  const judgements = await gradeCopy(subject, copy, { engine, losses }, signal);
  if (judgements !== null) return judgements;
  throw failed(`A grader takes its own sandbox down: ${losses.all.map(({ detail }) => detail).join('; ')}`);
}

function requireAllPassed(judgements: readonly Judgement[]): void {
  const refused = judgements.find(({ verdict }) => !verdict.passed);
  if (refused !== undefined) {
    throw failed(`${named(refused)} does not pass what the reference solution leaves: ${detailOf(refused)}`);
  }
}

/**
 * A grader that has passed the reference solution can run, so any other exit code means no. If there is no
 * solution, only the way in which the grader ends can tell.
 */
function requireOrderly(judgements: readonly Judgement[], isSolved: boolean): void {
  for (const judgement of judgements) {
    const problem = whyDisorderly(judgement, isSolved);
    if (problem === null) continue;
    const way = isSolved ? '' : ' A task with a solution/solve.sh shows that its graders can pass.';
    throw failed(
      `${named(judgement)} breaks over the untouched workspace, where ${problem}: ${detailOf(judgement)}${way}`,
    );
  }
}

function whyDisorderly(judgement: Judgement, isSolved: boolean): string | null {
  if (judgement.kind === 'file-content' || judgement.verdict.passed) return null;
  if (judgement.ended.timedOut) return 'it does not end by itself';
  return isSolved ? null : whyBroken(judgement.grader, judgement.ended);
}

function named({ verdict }: Judgement): string {
  return `The grader "${verdict.title}"`;
}

function detailOf({ verdict }: Judgement): string {
  return outputEnd(verdict.detail);
}

function failed(problem: string): AssayError {
  return new AssayError('GRADER_FAILED', problem);
}
