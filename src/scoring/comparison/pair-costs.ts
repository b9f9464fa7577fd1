import { type CostChange, DEAD_ZONE } from '../../contracts/cost-change.ts';
import type { TaskPair } from '../../contracts/scorecard.ts';
import { costOf } from './arm-cost.ts';
import { type Pair, pairOutcome } from './pair-outcome.ts';

export type PairCosts = Pick<TaskPair, 'tokens' | 'time'>;

/** Compares tokens and time separately, and only if both arms passed and the skill was in use. */
export function pairCosts(pair: Pair, epsilon: number): PairCosts {
  const { baseline, withSkill } = pair;
  if (baseline === null || withSkill === null || pairOutcome(pair) !== 'both-passed')
    return { tokens: null, time: null };
  const before = costOf(baseline);
  const after = costOf(withSkill);
  return {
    tokens: changeOf(before.tokens, after.tokens, { epsilon, deadZone: DEAD_ZONE.tokens }),
    time: changeOf(before.seconds, after.seconds, { epsilon, deadZone: DEAD_ZONE.time }),
  };
}

/** Smoothed as in the score (report, section 4.3), so that fractions of a second make no difference. */
function changeOf(
  before: number | null,
  after: number | null,
  { epsilon, deadZone }: { epsilon: number; deadZone: number },
): CostChange | null {
  if (before === null || after === null) return null;
  const ratio = (after + epsilon) / (before + epsilon);
  if (ratio >= deadZone) return 'more';
  return ratio <= 1 / deadZone ? 'less' : 'similar';
}
