import type { PairOutcome, TaskPair } from '../../contracts/scorecard.ts';

export type Pair = Pick<TaskPair, 'invoked' | 'baseline' | 'withSkill'>;

/**
 * Reports what passed and failed even if the skill was not invoked: the formula's gate hides it, and the
 * reader finds `invoked` beside it.
 */
export function pairOutcome({ invoked, baseline, withSkill }: Pair): PairOutcome {
  if (baseline === null || withSkill === null) return 'not-measured';
  if (baseline.passed === null || withSkill.passed === null) return 'not-measured';
  if (!baseline.passed) return withSkill.passed ? 'enabled' : 'both-failed';
  if (!withSkill.passed) return 'harmed';
  return invoked ? 'both-passed' : 'not-invoked';
}
