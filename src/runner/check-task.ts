import pLimit from 'p-limit';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { SuiteProblem, TaskCheck } from '../contracts/suite-check.ts';
import { isAboutWork, namedBy } from '../graders/graders.ts';
import type { Graded } from '../graders/judge-group.ts';
import { copyOfFiles } from '../graders/workspace-copy.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { judgeWork, NOTHING_DONE, type ProofContext, proofProblem } from './prove-graders.ts';
import { interruption } from './run-trial.ts';
import { type Solution, solvedBy, solveTask } from './solve-task.ts';
import { place } from './trial-setup.ts';
import type { TaskSubject } from './trial-subject.ts';

type Options = { solution: Solution | null; proofs: number };

/**
 * Tries whether a task can tell good work from bad: its solution has to pass and an untouched workspace to
 * fail, every time alike, and so has whatever spoils the solution.
 */
async function checkTask(
  subject: TaskSubject,
  { solution, proofs }: Options,
  context: ProofContext,
  signal: AbortSignal,
): Promise<TaskCheck> {
  const { id: task, level } = subject.task;
  const none = { task, level, mutants: { tried: 0, failed: 0 }, weak: [] };
  if (solution === null) return { ...none, problems: [SOLUTION_MISSING] };
  const problem = await proofProblem(subject, solution, context, signal);
  if (problem !== null) return { ...none, problems: [problem] };
  const checker = new Checker(subject, solution, context, signal);
  const again = await checker.again(proofs - 1);
  if (again !== null) return { ...none, problems: [again] };
  const { tried, weak, idle } = await checker.tryMutants();
  const problems = idle.map((title) => ({ fault: 'cannot-fail' as const, detail: neverFails(title) }));
  return { task, level, problems, mutants: { tried, failed: tried - weak.length }, weak };
}

const SOLUTION_MISSING: SuiteProblem = {
  fault: 'solution-missing',
  detail: 'There is no solution/solve.sh, so nobody knows whether the task can be passed.',
};

function neverFails(title: string): string {
  return `The grader "${title}" passes the solution, the untouched workspace and everything else that was tried.`;
}

class Checker {
  readonly #subject: TaskSubject;
  readonly #solution: Solution;
  readonly #context: ProofContext;
  readonly #signal: AbortSignal;
  /** Graders that have failed something. */
  readonly #alive = new Set<string>();

  constructor(subject: TaskSubject, solution: Solution, context: ProofContext, signal: AbortSignal) {
    this.#subject = subject;
    this.#solution = solution;
    this.#context = context;
    this.#signal = signal;
  }

  /** Solves and grades so many times more. Whatever differs makes the verdicts of trials a matter of luck. */
  async again(times: number): Promise<SuiteProblem | null> {
    const first = verdictsOf(await this.#untouched());
    for (let time = 0; time < times; time++) {
      const solved = await this.#judge(await solvedBy(await this.#solve()));
      const refused = solved.find(({ verdict }) => !verdict.passed);
      if (refused !== undefined) return flaky(refused, 'fails the solution that it passed before');
      const untouched = await this.#untouched();
      const other = untouched.find(({ verdict }) => first.get(verdict.title) !== verdict.passed);
      if (other !== undefined) return flaky(other, 'judges the untouched workspace differently each time');
    }
    return null;
  }

  async tryMutants(): Promise<{ tried: number; weak: string[]; idle: string[] }> {
    const mutants = mutantsOf(await this.#solve(), this.#subject.task.graders.flatMap(namedBy));
    const weak: string[] = [];
    for (const mutant of mutants) if (await this.#survives(mutant)) weak.push(mutant.what);
    const graders = this.#subject.task.graders.filter((spec) => !isAboutWork(spec));
    const titles = graders.map(({ title }) => title);
    const tried = mutants.filter(({ isWrong }) => isWrong).length;
    return { tried, weak, idle: titles.filter((title) => !this.#alive.has(title)) };
  }

  async #survives({ work, isWrong }: Mutant): Promise<boolean> {
    const graded = await this.#judge(await solvedBy(work));
    return isWrong && graded.every(({ verdict }) => verdict.passed);
  }

  async #solve() {
    return await solveTask(this.#subject, this.#solution, this.#context.engine, this.#signal);
  }

  async #untouched(): Promise<Graded[]> {
    const copy = await copyOfFiles(place(this.#subject.workspace, WORKSPACE));
    return await this.#judge({ copy, session: NOTHING_DONE });
  }

  async #judge(left: Parameters<typeof judgeWork>[1]): Promise<Graded[]> {
    const graded = await judgeWork(this.#subject, left, this.#context, this.#signal);
    for (const { verdict } of graded) if (!verdict.passed) this.#alive.add(verdict.title);
    return graded;
  }
}

function verdictsOf(graded: readonly Graded[]): Map<string, boolean> {
  return new Map(graded.map(({ verdict: { title, passed } }) => [title, passed]));
}

function flaky({ verdict: { title, detail } }: Graded, problem: string): SuiteProblem {
  return { fault: 'flaky', detail: `The grader "${title}" ${problem}: ${detail}` };
}

type CheckedTask = { subject: TaskSubject; solution: Solution | null };

/** Checks tasks, so many at a time. `onTask` is called as each of them ends. */
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
  const limit = pLimit(concurrency);
  const checking = tasks.map(({ subject, solution }) =>
    limit(async () => {
      if (signal.aborted) throw interruption();
      const check = await checkTask(subject, { solution, proofs }, context, signal);
      onTask(check);
      return check;
    }),
  );
  try {
    return await Promise.all(checking);
  } catch (error) {
    limit.clearQueue();
    await Promise.allSettled(checking);
    throw signal.aborted ? interruption(error) : error;
  }
}
