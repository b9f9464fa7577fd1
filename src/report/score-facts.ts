import type { ScoringParameters } from '../contracts/parameters.ts';
import type { GroupScore, Scores, TaskScore } from '../contracts/score.ts';
import { MISSING } from './wording.ts';

/** Why the utility score leaves out a task, or some of its repeats; empty where it counts them all. */
export function whyLeftOut({ pairs, invalid }: TaskScore): string {
  if (invalid.length === 0) return '';
  const extent = pairs === 0 ? 'Not counted' : 'Counted in part';
  return `${extent}, for lack of ${invalid.map((reason) => MISSING[reason]).join(', ')}.`;
}

export function findTaskScore(scores: Scores, taskId: string): TaskScore | null {
  return scores.tasks.find(({ id }) => id === taskId) ?? null;
}

export function showTally({ passed, total }: GroupScore): string {
  return total === 0 ? 'no probe graded' : `${passed} of ${total} passed`;
}

export function showParameters({ eta, alpha, beta, thetaS, epsilon }: ScoringParameters): string {
  return `η ${eta}, α ${alpha}, β ${beta}, θs ${thetaS}, ε ${epsilon}`;
}
