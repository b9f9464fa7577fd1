import type { Grade } from '../contracts/grade.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { PairOutcome } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import type { Clock } from '../runner/clock.ts';
import { gradeRecord } from '../runner/grade-record.ts';
import type { RunEvent } from '../runner/run-plan.ts';
import { buildScorecard } from './build-scorecard.ts';

/** What a watcher of a run is told after every event. */
export type RunProgress = {
  planned: number;
  done: number;
  running: readonly PlannedTrial[];
  /** Pairs of tasks in which the skill arm did better, and worse, so far. */
  ahead: number;
  behind: number;
  ungraded: number;
  /** From the pace so far; null until one trial has ended. */
  secondsLeft: number | null;
  /** The trial that has just ended, or null when one has just started. */
  ended: { trial: PlannedTrial; grade: Grade; seconds: number } | null;
};

const AHEAD: readonly PairOutcome[] = ['enabled', 'cheaper'];
const BEHIND: readonly PairOutcome[] = ['harmed', 'costlier'];

/** Turns the runner's events into what a watcher shows. */
export function trackProgress(
  plan: RunPlan,
  done: readonly TrialRecord[],
  clock: Clock,
  tell: (progress: RunProgress) => void,
): (event: RunEvent) => void {
  const records = new Map(done.map((record) => [record.trial.id, record]));
  const running = new Map<string, { trial: PlannedTrial; sinceMs: number }>();
  const startMs = clock.monotonicMs();
  let endedHere = 0;

  const secondsLeft = () => {
    const left = plan.trials.length - records.size;
    return endedHere === 0 ? null : ((clock.monotonicMs() - startMs) / 1000 / endedHere) * left;
  };

  return (event) => {
    let ended: RunProgress['ended'] = null;
    if (event.kind === 'started') {
      running.set(event.trial.id, { trial: event.trial, sinceMs: clock.monotonicMs() });
    } else {
      const { trial } = event.record;
      const sinceMs = running.get(trial.id)?.sinceMs ?? startMs;
      ended = {
        trial,
        grade: gradeRecord(event.record, plan.probes),
        seconds: (clock.monotonicMs() - sinceMs) / 1000,
      };
      running.delete(trial.id);
      records.set(trial.id, event.record);
      endedHere += 1;
    }
    tell({
      planned: plan.trials.length,
      done: records.size,
      running: [...running.values()].map(({ trial }) => trial),
      ...standing(plan, [...records.values()]),
      secondsLeft: secondsLeft(),
      ended,
    });
  };
}

function standing(plan: RunPlan, records: readonly TrialRecord[]) {
  const { tasks, ungraded } = buildScorecard(plan, records, plan.parameters);
  const outcomes = tasks.flatMap(({ pairs }) => pairs.map(({ outcome }) => outcome));
  const count = (wanted: readonly PairOutcome[]) =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length;
  return { ahead: count(AHEAD), behind: count(BEHIND), ungraded: ungraded.length };
}
