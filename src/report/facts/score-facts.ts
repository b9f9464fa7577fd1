import type { ProbeGroup } from '../../contracts/identifiers.ts';
import type { LeftOut } from '../../contracts/left-out.ts';
import type { ScoringParameters } from '../../contracts/parameters.ts';
import type { Scores, TaskScore } from '../../contracts/score.ts';
import { ARMS, MISSING } from './wording.ts';

/** Says why the utility score leaves out a task or some of its repeats; empty if it counts them all. */
export function whyLeftOut({ pairs, invalid }: TaskScore, { arms }: Pick<LeftOut, 'arms'> = WHOLE): string {
  if (invalid.length === 0) return '';
  const extent = pairs === 0 ? 'Not counted' : 'Counted in part';
  const reasons = invalid.map((reason) => {
    const { arm, what } = MISSING[reason];
    return arms.includes(arm) ? `${ARMS[arm]} was left out by choice` : what;
  });
  return `${extent}: ${[...new Set(reasons)].join('; ')}.`;
}

const WHOLE: Pick<LeftOut, 'arms' | 'probes'> = { arms: [], probes: [] };

export function findTaskScore(scores: Scores, taskId: string): TaskScore | null {
  return scores.tasks.find(({ id }) => id === taskId) ?? null;
}

export function showTally(
  { groups }: Scores,
  group: ProbeGroup,
  { arms, probes }: Pick<LeftOut, 'arms' | 'probes'> = WHOLE,
): string {
  const { passed, total } = groups[group];
  if (total > 0) return `${passed} of ${total} passed`;
  const isChoice = arms.includes('with-skill') || probes.some((probe) => probe.group === group);
  return isChoice ? 'left out by choice' : 'no probe graded';
}

export function showParameters({ eta, alpha, beta, thetaS, epsilon }: ScoringParameters): string {
  return `η ${eta}, α ${alpha}, β ${beta}, θs ${thetaS}, ε ${epsilon}`;
}
