import pLimit from 'p-limit';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { ServiceTape } from '../sandbox/sandbox.ts';
import { endsRun, type Fault, faultOf } from './fault.ts';
import { proveGraders } from './prove-graders.ts';
import type { TrialContext } from './run-context.ts';
import { interruption } from './run-trial.ts';
import type { Solution } from './solve-task.ts';
import type { TrialSubject } from './trial-subject.ts';

/** The same as for a trial: a fault of the environment may pass. A grader that breaks is not run again. */
const ATTEMPTS = 2;

type Tasks = {
  subjectOf: (trial: PlannedTrial) => TrialSubject;
  solutionOf: (task: string) => Solution['files'] | null;
  servicesFor: (name: string) => ServiceTape | null;
};

type ProofJob = Tasks & { trials: readonly PlannedTrial[]; concurrency: number };

/**
 * Has the graders of these trials' tasks prove themselves, `concurrency` at a time.
 * Returns the faults by task.
 */
export async function proveTasks(
  { trials, concurrency, ...job }: ProofJob,
  context: TrialContext,
  signal: AbortSignal,
): Promise<Map<string, Fault>> {
  const stop = new AbortController();
  const eitherSignal = AbortSignal.any([signal, stop.signal]);
  const limit = pLimit(concurrency);
  const unproven = new Map<string, Fault>();
  const proofs = firstOfEachTask(trials).map((trial) =>
    limit(async () => {
      const fault = await prove(trial, job, context, eitherSignal);
      if (fault !== null) unproven.set(trial.subject, fault);
    }),
  );
  try {
    await Promise.all(proofs);
  } finally {
    stop.abort();
    await Promise.allSettled(proofs);
  }
  return unproven;
}

function firstOfEachTask(trials: readonly PlannedTrial[]): PlannedTrial[] {
  const ofTasks = trials.filter(({ kind }) => kind === 'task').toReversed();
  return [...new Map(ofTasks.map((trial) => [trial.subject, trial])).values()].toReversed();
}

async function prove(
  trial: PlannedTrial,
  { subjectOf, solutionOf, servicesFor }: Tasks,
  context: TrialContext,
  signal: AbortSignal,
): Promise<Fault | null> {
  const subject = subjectOf(trial);
  if (subject.kind !== 'task') return null;
  const files = solutionOf(trial.subject);
  let fault: Fault | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      if (signal.aborted) throw interruption();
      const services = servicesFor(`solve:${trial.subject}`);
      const timeoutSeconds = trial.limits.maxSeconds;
      const solution = files === null ? null : { files, timeoutSeconds, services };
      await proveGraders(subject, solution, context, signal);
      return null;
    } catch (error) {
      if (signal.aborted) throw interruption(error);
      if (endsRun(error)) throw error;
      fault = faultOf(error);
      if (fault.reason === 'grader-crashed') return fault;
    }
  }
  return fault;
}
