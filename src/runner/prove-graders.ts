import { AssayError } from '../base/assay-error.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { Graded } from '../graders/graders.ts';
import { copyOfFiles } from '../graders/workspace-copy.ts';
import { outlineOf } from '../sandbox/engine/outline.ts';
import { NO_CONTENTS } from '../sandbox/sandbox.ts';
import { gradeCopy, gradingSpec, needsGradingSandbox } from './grade-copy.ts';
import { Losses } from './losses.ts';
import { outputEnd } from './output-end.ts';
import type { TrialContext } from './run-context.ts';
import { type Solution, type Solved, solveTask } from './solve-task.ts';
import { place } from './trial-setup.ts';
import type { TaskSubject } from './trial-subject.ts';

const NOTHING_DONE = { answers: [], changes: { created: [], changed: [], deleted: [] }, work: null };

type ProofContext = Pick<TrialContext, 'engine' | 'contents' | 'witness'>;

/**
 * Runs a task's graders where no agent and no skill have been, so that whatever goes wrong is their own
 * doing: over what the reference solution leaves, which all of them must pass, and over the untouched
 * workspace, where each must end and not all may pass. Throws `GRADER_FAILED` if they have not proven
 * themselves. Once they have, any other way in which one of them ends in a trial is a failed attempt.
 */
export async function proveGraders(
  subject: TaskSubject,
  solution: Solution | null,
  context: ProofContext,
  signal: AbortSignal,
): Promise<void> {
  await using _grading = needsGradingSandbox(subject)
    ? context.engine.prepare(outlineOf(gradingSpec(subject, NO_CONTENTS)))
    : null;
  const judge = (left: Solved) => judgeOwn(subject, left, context, signal);
  if (solution !== null) {
    requireAllPassed(await judge(await solveTask(subject, solution, context.engine, signal)));
  }
  const untouched = await judge({
    copy: await copyOfFiles(place(subject.workspace, WORKSPACE)),
    session: NOTHING_DONE,
  });
  requireOrderly(untouched, solution !== null);
  if (untouched.every(({ verdict }) => verdict.passed)) {
    throw failed('All graders pass the untouched workspace, so that they say nothing about an agent.');
  }
}

async function judgeOwn(
  subject: TaskSubject,
  { copy, session }: Solved,
  { engine, contents, witness }: ProofContext,
  signal: AbortSignal,
): Promise<Graded[]> {
  const losses = new Losses(witness);
  const graded = await gradeCopy(subject, copy, { engine, contents, losses, session }, signal);
  if (graded !== null) return graded;
  throw failed(`A grader takes its own sandbox down: ${losses.all.map(({ detail }) => detail).join('; ')}`);
}

function requireAllPassed(graded: readonly Graded[]): void {
  const refused = graded.find(({ verdict }) => !verdict.passed);
  if (refused !== undefined) {
    throw failed(`${named(refused)} does not pass what the reference solution leaves: ${detailOf(refused)}`);
  }
}

/** If there is no solution, only the way in which a grader fails can tell whether it is broken. */
function requireOrderly(graded: readonly Graded[], isSolved: boolean): void {
  for (const one of graded) {
    const problem = one.verdict.passed ? null : one.whyBroken(isSolved);
    if (problem === null) continue;
    const way = isSolved ? '' : ' A task with a solution/solve.sh shows that its graders can pass.';
    throw failed(
      `${named(one)} breaks over the untouched workspace, where ${problem}: ${detailOf(one)}${way}`,
    );
  }
}

function named({ verdict }: Graded): string {
  return `The grader "${verdict.title}"`;
}

function detailOf({ verdict }: Graded): string {
  return outputEnd(verdict.detail);
}

function failed(problem: string): AssayError {
  return new AssayError('GRADER_FAILED', problem);
}
