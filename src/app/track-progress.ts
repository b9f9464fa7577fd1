import type { Grade } from '../contracts/grade.ts';
import type { PlannedTrial, RunPlan, TrialId } from '../contracts/plan.ts';
import type { TaskPair } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { Clock } from '../runner/clock.ts';
import type { TrialEvent } from '../runner/run-plan.ts';
import { type GradedTrial, gradedTrial, gradeTrial } from '../scorecard/grade-trials.ts';
import { taskPair } from '../scorecard/pair-trials.ts';

/** The state of a run that a watcher gets after every event. */
export type RunProgress = {
  planned: number;
  done: number;
  running: readonly PlannedTrial[];
  /** What the agents of these trials do now, as far as it was seen: text from outside, to be made safe to print. */
  doing: ReadonlyMap<TrialId, string>;
  /** The number of task pairs in which the skill arm has done better (`ahead`) or worse (`behind`) so far. */
  ahead: number;
  behind: number;
  ungraded: number;
  /** An estimate from the pace so far; null until one trial has ended. */
  secondsLeft: number | null;
  /** The trial that has just ended; null if one has just started, or an agent has gone on. */
  ended: { trial: PlannedTrial; grade: Grade; seconds: number; isTriedAgain: boolean } | null;
  /** If the run is one of several, its number and name, and how many trials all of them have and have done. */
  matrix?: { run: number; of: number; name: string; planned: number; done: number };
};

export type TrackedEvent =
  | TrialEvent
  /** What the agent of a trial does now; `null` once it has ended. */
  | { kind: 'doing'; trial: PlannedTrial; what: string | null };

/**
 * Turns the runner's events into progress reports. An event costs only what it changes, however much was
 * recorded before.
 */
export function trackProgress(
  plan: RunPlan,
  done: readonly TrialRecord[],
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  tell: (progress: RunProgress) => void,
): (event: TrackedEvent) => void {
  const standing = new Standing(plan);
  for (const record of done) standing.add(gradeTrial(plan, record));
  const running = new Map<string, { trial: PlannedTrial; sinceMs: number }>();
  const doing = new Map<TrialId, string>();
  const startMs = clock.monotonicMs();
  let endedHere = 0;

  const secondsLeft = () => {
    const left = plan.trials.length - standing.done;
    return endedHere === 0 ? null : ((clock.monotonicMs() - startMs) / 1000 / endedHere) * left;
  };

  return (event) => {
    let ended: RunProgress['ended'] = null;
    if (event.kind === 'doing') {
      if (event.what === null || !running.has(event.trial.id)) doing.delete(event.trial.id);
      else doing.set(event.trial.id, event.what);
    } else if (event.kind === 'started') {
      running.set(event.trial.id, { trial: event.trial, sinceMs: clock.monotonicMs() });
    } else {
      const { record, grade } = event;
      const { trial } = record;
      const sinceMs = running.get(trial.id)?.sinceMs ?? startMs;
      standing.add(gradedTrial(plan, record, grade));
      const seconds = (clock.monotonicMs() - sinceMs) / 1000;
      ended = { trial, grade, seconds, isTriedAgain: event.isTriedAgain };
      running.delete(trial.id);
      doing.delete(trial.id);
      endedHere += 1;
    }
    tell({
      planned: plan.trials.length,
      done: standing.done,
      running: [...running.values()].map(({ trial }) => trial),
      doing,
      ...standing.counts(),
      secondsLeft: secondsLeft(),
      ended,
    });
  };
}

/**
 * The comparison of the two arms so far. Each trial updates the pair that it belongs to.
 */
class Standing {
  readonly #plan: RunPlan;
  readonly #graded = new Map<string, GradedTrial>();
  readonly #ungraded = new Set<string>();
  readonly #ahead = new Set<string>();
  readonly #behind = new Set<string>();

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  get done(): number {
    return this.#graded.size;
  }

  add(graded: GradedTrial): void {
    const { id, kind, subject, repeat } = graded.trial;
    this.#graded.set(id, graded);
    mark(this.#ungraded, id, graded.grade.status === 'ungraded');
    if (kind === 'task') this.#comparePair(subject, repeat);
  }

  counts(): Pick<RunProgress, 'ahead' | 'behind' | 'ungraded'> {
    return { ahead: this.#ahead.size, behind: this.#behind.size, ungraded: this.#ungraded.size };
  }

  #comparePair(subject: string, repeat: number): void {
    const pair = taskPair(this.#graded, subject, repeat, this.#plan.parameters.epsilon);
    mark(this.#ahead, `${subject}:${repeat}`, pair.outcome === 'enabled' || isOnly('less', pair));
    mark(this.#behind, `${subject}:${repeat}`, pair.outcome === 'harmed' || isOnly('more', pair));
  }
}

/** Tells whether one cost changed in that direction and the other did not change in the opposite one. */
function isOnly(change: 'less' | 'more', { tokens, time }: TaskPair): boolean {
  const changes = [tokens, time].filter((one) => one === 'less' || one === 'more');
  return changes.length > 0 && changes.every((one) => one === change);
}

function mark(marked: Set<string>, key: string, isMarked: boolean): void {
  if (isMarked) marked.add(key);
  else marked.delete(key);
}
