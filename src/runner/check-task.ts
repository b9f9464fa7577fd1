import pLimit, { type LimitFunction } from 'p-limit';
import { asksModel, type GraderSpec, membersOf } from '../contracts/grader-spec.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { SuiteProblem, TaskCheck } from '../contracts/suite-check.ts';
import { wordsOfUser } from '../contracts/task.ts';
import { isAboutWork, namedBy } from '../graders/graders.ts';
import type { Graded } from '../graders/judge-group.ts';
import { copyOfFiles } from '../graders/workspace-copy.ts';
import { changeOutputs, type OtherValues } from './change-outputs.ts';
import { gradingSpec } from './grade-copy.ts';
import { mutantsOf } from './mutants.ts';
import { namedFiles } from './named-files.ts';
import {
  judgeWork,
  NOTHING_DONE,
  orProblem,
  type Proof,
  type ProofContext,
  proofOf,
} from './prove-graders.ts';
import { recitalsOf } from './recitals.ts';
import { interruption } from './run-trial.ts';
import { type Solution, type Solved, solvedBy, solveTask, type Work } from './solve-task.ts';
import { type Outcome, type SortedOutcomes, sortOutcomes } from './sort-outcomes.ts';
import { place } from './trial-setup.ts';
import { type TaskSubject, triesAllTurns, untouchedWorkspaces } from './trial-subject.ts';

type Options = {
  solution: Solution | null;
  proofs: number;
  /** Every piece of work goes through it, so that the last tasks use all processors too. */
  limit: LimitFunction;
};

/**
 * Tries whether a task can tell good work from bad: its solution has to pass and an untouched workspace to
 * fail, every time alike, and so has whatever spoils the solution.
 */
async function checkTask(
  subject: TaskSubject,
  { solution, proofs, limit }: Options,
  context: ProofContext,
  signal: AbortSignal,
): Promise<TaskCheck> {
  const { id: task, level } = subject.task;
  const none = {
    ...{ task, level, mutants: { tried: 0, failed: 0 }, weak: [], failsWrongWork: false },
    triesAllTurns: triesAllTurns(subject.task),
  };
  if (solution === null) return { ...none, problems: [SOLUTION_MISSING] };
  const proof = await limit(() => proofOf(subject, solution, context, signal));
  if ('fault' in proof) return { ...none, problems: [proof] };
  const checker = new Checker(subject, { solution, proof, limit }, context, signal);
  const again = await orProblem('flaky', checker.again(proofs - 1));
  if ('fault' in again) return { ...none, problems: [again] };
  if (again.problem !== null) return { ...none, problems: [again.problem] };
  const mutants = await orProblem('undecidable', checker.tryMutants());
  if ('fault' in mutants) return { ...none, problems: [mutants] };
  const { tried, failed, failsContent, weak, idle, doneAnyway, recited } = mutants;
  const problems: SuiteProblem[] = [
    ...idle.map((title) => ({ fault: 'cannot-fail' as const, detail: neverFails(title) })),
    ...doneAnyway.map((what) => ({ fault: 'done-anyway' as const, detail: passesAnyway(what) })),
    ...recited.map((what) => ({ fault: 'prompt-holds-answer' as const, detail: passesRecital(what) })),
  ];
  // A grader that fails where nothing was done may still pass whatever is done.
  return { ...none, problems, mutants: { tried, failed }, weak, failsWrongWork: failsContent };
}

const SOLUTION_MISSING: SuiteProblem = {
  fault: 'solution-missing',
  detail: 'There is no solution/solve.sh, so nobody knows whether the task can be passed.',
};

function neverFails(title: string): string {
  return `The grader "${title}" passes the solution, the untouched workspace and everything else that was tried.`;
}

function passesAnyway(what: string): string {
  return `The graders pass work that is done though it is to be left: ${what}. A file-content grader with absent: true tells the two apart.`;
}

function passesRecital(what: string): string {
  return `The graders pass work that only repeats the prompt: ${what}. They have to look for something that is not said there, or for what must not be there (lacks).`;
}

/** The graders, and members of groups, that need no model. */
function exactOf(graders: readonly GraderSpec[]): GraderSpec[] {
  return graders.flatMap(membersOf).filter((spec) => !asksModel(spec));
}

class Checker {
  readonly #subject: TaskSubject;
  readonly #solution: Solution;
  readonly #proof: Proof;
  readonly #limit: LimitFunction;
  readonly #context: ProofContext;
  readonly #signal: AbortSignal;
  /** The places of graders, and of those in groups, that have failed something. */
  readonly #alive = new Set<string>();

  constructor(
    subject: TaskSubject,
    { solution, proof, limit }: { solution: Solution; proof: Proof; limit: LimitFunction },
    context: ProofContext,
    signal: AbortSignal,
  ) {
    this.#subject = subject;
    this.#solution = solution;
    this.#proof = proof;
    this.#limit = limit;
    this.#context = context;
    this.#signal = signal;
    for (const graded of proof.untouched) this.#noteFailed(graded);
  }

  /**
   * Solves and grades so many times more than for the proof. Whatever differs makes the verdicts of trials a matter of
   * luck.
   */
  async again(times: number): Promise<{ problem: SuiteProblem | null }> {
    const first = this.#proof.untouched.map((graded) => verdictsOf(graded));
    const problems = await allOf(Array.from({ length: times }, () => this.#once(first)));
    return { problem: problems.find((problem) => problem !== null) ?? null };
  }

  async #once(first: readonly PlacedVerdicts[]): Promise<SuiteProblem | null> {
    const problem = solutionProblem(await this.#judge(await this.#solve()));
    if (problem !== null) return problem;
    const again = await this.#untouched();
    const differences = first.map((verdicts, index) => differenceFrom(verdicts, again[index] ?? []));
    return differences.find((difference) => difference !== null) ?? null;
  }

  async tryMutants(): Promise<SortedOutcomes & { idle: string[] }> {
    const { task } = this.#subject;
    const { graders } = task;
    const { work } = this.#proof;
    const named = namedFiles(wordsOfUser(task));
    const judged = exactOf(graders).flatMap(namedBy);
    const mutants = [
      ...mutantsOf(work, {
        judged,
        named: task.level === 'edge' ? named : [],
        others: await this.#others(work),
      }),
      ...recitalsOf(work, { said: wordsOfUser(task), named, graders }),
    ];
    const tried = await allOf(
      mutants.map(async ({ what, work, isWrong, kind }): Promise<Outcome & { isWrong: boolean }> => {
        const passed = passedExactly(await this.#judge(work));
        return { what, passed, isWrong, kind };
      }),
    );
    const outcomes: Outcome[] = tried.filter(({ isWrong }) => isWrong);
    // Without a rubric this is a fault, and found before.
    if (graders.some(asksModel))
      for (const graded of this.#proof.untouched)
        outcomes.push({ what: 'nothing is done', passed: passedExactly(graded), kind: 'nothing' });
    const idle = graders.flatMap((spec, index) => this.#idleIn(spec, `${index}`));
    return { ...sortOutcomes(outcomes), idle };
  }

  /** The solution's work with other values, which are changed where nothing of the suite's own runs. */
  async #others(work: Work): Promise<OtherValues> {
    const { engine } = this.#context;
    return await this.#limit(async () => {
      const { copy } = await solvedBy(work);
      const open = () => engine.create(gradingSpec(this.#subject, copy.contents), this.#signal);
      return await changeOutputs(work, open, this.#signal);
    });
  }

  #idleIn(spec: GraderSpec, place: string): string[] {
    const members = spec.kind === 'group' ? spec.graders : [];
    const inside = members.flatMap((member, index) => this.#idleIn(member, `${place}.${index}`));
    return isAboutWork(spec) || asksModel(spec) || this.#alive.has(place) ? inside : [spec.title, ...inside];
  }

  async #solve(): Promise<Work> {
    return await this.#limit(() =>
      solveTask(this.#subject, this.#solution, this.#context.engine, this.#signal),
    );
  }

  /** The verdicts over each workspace that somebody who does nothing may leave. */
  async #untouched(): Promise<Graded[][]> {
    return await allOf(
      untouchedWorkspaces(this.#subject).map((files) =>
        this.#judgeLeft(async () => ({
          copy: await copyOfFiles(place(files, WORKSPACE)),
          session: NOTHING_DONE,
        })),
      ),
    );
  }

  async #judge(work: Work): Promise<Graded[]> {
    return await this.#judgeLeft(() => solvedBy(work));
  }

  async #judgeLeft(left: () => Promise<Solved>): Promise<Graded[]> {
    const graded = await this.#limit(async () =>
      judgeWork(this.#subject, await left(), this.#context, this.#signal),
    );
    this.#noteFailed(graded);
    return graded;
  }

  #noteFailed(graded: readonly Graded[]): void {
    for (const [place, { passed }] of verdictsOf(graded)) if (!passed) this.#alive.add(place);
  }
}

/** Waits for all of them even if one fails, so that nothing goes on in sandboxes that are about to be removed. */
async function allOf<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  try {
    return await Promise.all(work);
  } finally {
    await Promise.allSettled(work);
  }
}

/** Whether work passes the graders that need no model; `null` if there are none. */
function passedExactly(graded: readonly Graded[]): boolean | null {
  const decided = graded.filter(({ isUndecided }) => !isUndecided);
  return decided.length === 0 ? null : decided.every(({ verdict }) => verdict.passed);
}

type PlacedVerdicts = Map<string, Graded['verdict']>;

/** Verdicts by the places of their graders, because two graders may have one title. */
function verdictsOf(graded: readonly Graded[], within = ''): PlacedVerdicts {
  return new Map(
    graded.flatMap(({ verdict, members = [] }, index) => {
      const place = `${within}${index}`;
      return [[place, verdict] as const, ...verdictsOf(members, `${place}.`)];
    }),
  );
}

/** A member of a group may fail the solution, but not because it cannot do its work. */
function solutionProblem(solved: readonly Graded[]): SuiteProblem | null {
  const refused = solved.find(({ verdict, isUndecided }) => !verdict.passed && !isUndecided);
  if (refused !== undefined) return flaky(refused.verdict, 'fails the solution that it passed before');
  for (const { members = [] } of solved) {
    const broken = members.find(({ verdict, whyBroken }) => !verdict.passed && whyBroken(false) !== null);
    if (broken === undefined) continue;
    const { title, detail } = broken.verdict;
    return {
      fault: 'undecidable',
      detail: `The grader "${title}" of a group breaks over the solution: ${detail}`,
    };
  }
  return null;
}

function differenceFrom(first: PlacedVerdicts, untouched: readonly Graded[]): SuiteProblem | null {
  for (const [place, verdict] of verdictsOf(untouched))
    if (first.get(place)?.passed !== verdict.passed)
      return flaky(verdict, 'judges the untouched workspace differently each time');
  return null;
}

function flaky({ title, detail }: Graded['verdict'], problem: string): SuiteProblem {
  return { fault: 'flaky', detail: `The grader "${title}" ${problem}: ${detail}` };
}

type CheckedTask = { subject: TaskSubject; solution: Solution | null };

/** Checks tasks, with so many sandboxes at work at a time. `onTask` is called as each of them ends. */
export async function checkTasks(
  tasks: readonly CheckedTask[],
  {
    proofs,
    concurrency,
    onTask,
  }: { proofs: number; concurrency: number; onTask: (check: TaskCheck) => void },
  context: ProofContext,
  signal: AbortSignal,
): Promise<TaskCheck[]> {
  const stop = new AbortController();
  const eitherSignal = AbortSignal.any([signal, stop.signal]);
  const [taskLimit, limit] = [pLimit(concurrency), pLimit(concurrency)];
  const checking = tasks.map(({ subject, solution }) =>
    taskLimit(async () => {
      if (eitherSignal.aborted) throw interruption();
      const check = await checkTask(subject, { solution, proofs, limit }, context, eitherSignal);
      onTask(check);
      return check;
    }),
  );
  try {
    return await Promise.all(checking);
  } catch (error) {
    throw signal.aborted ? interruption(error) : error;
  } finally {
    stop.abort();
    await Promise.allSettled(checking);
  }
}
