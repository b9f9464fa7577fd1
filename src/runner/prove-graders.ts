import { AssayError } from '../base/assay-error.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { SuiteProblem } from '../contracts/suite-check.ts';
import type { Graded } from '../graders/judge-group.ts';
import { copyOfFiles } from '../graders/workspace-copy.ts';
import { outlineOf } from '../sandbox/engine/outline.ts';
import { NO_CONTENTS } from '../sandbox/sandbox.ts';
import { gradeCopy, gradingSpec, needsGradingSandbox } from './grade-copy.ts';
import { Losses } from './losses.ts';
import { outputEnd } from './output-end.ts';
import type { TrialContext } from './run-context.ts';
import { type Solution, type Solved, solvedBy, solveTask, type Work } from './solve-task.ts';
import { place } from './trial-setup.ts';
import { type TaskSubject, untouchedWorkspaces } from './trial-subject.ts';

export const NOTHING_DONE = { answers: [], changes: { created: [], changed: [], deleted: [] }, work: null };

export type ProofContext = Pick<TrialContext, 'engine' | 'contents' | 'witness'>;

/**
 * Runs a task's graders where no agent and no skill have been, so that whatever goes wrong is their own
 * doing: over what the reference solution leaves, which all of them must pass, and over the untouched
 * workspace, where each must end and not all may pass. What takes a model is not decided here, and proves nothing. Throws `GRADER_FAILED` if they have not proven
 * themselves. Once they have, any other way in which one of them ends in a trial is a failed attempt.
 */
export async function proveGraders(
  subject: TaskSubject,
  solution: Solution | null,
  context: ProofContext,
  signal: AbortSignal,
): Promise<void> {
  const proof =
    solution === null
      ? await judgeUntouched(subject, { isSolved: false }, context, signal)
      : await proofOf(subject, solution, context, signal);
  if ('fault' in proof) throw failed(proof.detail);
}

/** The work of the reference solution, which passes, and the verdicts over each workspace without any work. */
export type Proof = { work: Work; untouched: readonly Graded[][] };

/** What shows that the graders of a task can decide it, or what is wrong with them. */
export async function proofOf(
  subject: TaskSubject,
  solution: Solution,
  context: ProofContext,
  signal: AbortSignal,
): Promise<Proof | SuiteProblem> {
  await using _grading = needsGradingSandbox(subject)
    ? context.engine.prepare(outlineOf(gradingSpec(subject, NO_CONTENTS)))
    : null;
  const work = await solvedWork(subject, solution, context, signal);
  if ('fault' in work) return work;
  const untouched = await judgeUntouched(subject, { isSolved: true }, context, signal);
  return 'fault' in untouched ? untouched : { work, untouched };
}

async function solvedWork(
  subject: TaskSubject,
  solution: Solution,
  context: ProofContext,
  signal: AbortSignal,
): Promise<Work | SuiteProblem> {
  const work = await orProblem('solution-fails', solveTask(subject, solution, context.engine, signal));
  if ('fault' in work) return work;
  const graded = await orProblem('undecidable', judgeWork(subject, await solvedBy(work), context, signal));
  if ('fault' in graded) return graded;
  const refused = graded.find(({ verdict, isUndecided }) => !verdict.passed && !isUndecided);
  if (refused === undefined) return work;
  if (refused.isNoVerdict)
    return {
      fault: 'undecidable',
      detail: `${named(refused)} comes to no verdict on what the reference solution leaves: ${detailOf(refused)}${after(work)}`,
    };
  const detail = `${named(refused)} does not pass what the reference solution leaves: ${detailOf(refused)}${after(work)}`;
  return { fault: 'solution-fails', detail };
}

async function judgeUntouched(
  subject: TaskSubject,
  { isSolved }: { isSolved: boolean },
  context: ProofContext,
  signal: AbortSignal,
): Promise<Graded[][] | SuiteProblem> {
  const all: Graded[][] = [];
  for (const files of untouchedWorkspaces(subject)) {
    const copy = await copyOfFiles(place(files, WORKSPACE));
    const judged = judgeWork(subject, { copy, session: NOTHING_DONE }, context, signal);
    const untouched = await orProblem('undecidable', judged);
    if ('fault' in untouched) return untouched;
    const broken = disorderIn(untouched, isSolved);
    if (broken !== null) return { fault: 'undecidable', detail: broken };
    if (untouched.every(({ verdict, isUndecided }) => verdict.passed && !isUndecided))
      return { fault: 'untouched-passes', detail: SAYS_NOTHING };
    all.push(untouched);
  }
  return all;
}

const SAYS_NOTHING = 'All graders pass the untouched workspace, so that they say nothing about an agent.';

/** An error of the task's own becomes a problem; any other one is passed on. */
export async function orProblem<Result extends object>(
  fault: SuiteProblem['fault'],
  work: Promise<Result>,
): Promise<Result | SuiteProblem> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'GRADER_FAILED') throw error;
    return { fault, detail: error.message };
  }
}

/** Grades work of which everything is known, so that nothing about it can be lost. */
export async function judgeWork(
  subject: TaskSubject,
  { copy, session }: Solved,
  { engine, contents, witness }: ProofContext,
  signal: AbortSignal,
): Promise<Graded[]> {
  const losses = new Losses(witness);
  const judge = { kind: 'none' as const, why: 'proof' as const };
  const graded = await gradeCopy(subject, copy, { engine, contents, losses, session, judge }, signal);
  if (graded !== null) return graded;
  throw failed(`A grader takes its own sandbox down: ${losses.all.map(({ detail }) => detail).join('; ')}`);
}

/** If there is no solution, only the way in which a grader fails can tell whether it is broken. */
function disorderIn(graded: readonly Graded[], isSolved: boolean): string | null {
  for (const one of graded) {
    const problem = one.verdict.passed ? null : one.whyBroken(isSolved);
    if (problem === null) continue;
    const way = isSolved ? '' : ' A task with a solution/solve.sh shows that its graders can pass.';
    return `${named(one)} breaks over the untouched workspace, where ${problem}: ${detailOf(one)}${way}`;
  }
  return null;
}

function named({ verdict }: Graded): string {
  return `The grader "${verdict.title}"`;
}

function after({ trail = '' }: Work): string {
  return trail === '' ? '' : `; ${trail}`;
}

function detailOf({ verdict }: Graded): string {
  return outputEnd(verdict.detail);
}

function failed(problem: string): AssayError {
  return new AssayError('GRADER_FAILED', problem);
}
