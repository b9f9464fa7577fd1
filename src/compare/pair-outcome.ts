import type { PairOutcome, TaskPair } from '../contracts/scorecard.ts';
import { type ArmCost, costOf } from './arm-cost.ts';

export type Pair = Pick<TaskPair, 'invoked' | 'baseline' | 'withSkill'>;

/**
 * What passed and failed is said even where the skill was not invoked: the formula's gate hides it, and the reader
 * finds `invoked` beside it. Costs are compared only where the skill was in use.
 */
export function pairOutcome({ invoked, baseline, withSkill }: Pair, epsilon: number): PairOutcome {
  if (baseline === null || withSkill === null) return 'not-measured';
  if (baseline.passed === null || withSkill.passed === null) return 'not-measured';
  if (!baseline.passed) return withSkill.passed ? 'enabled' : 'both-failed';
  if (!withSkill.passed) return 'harmed';
  return invoked ? compareCosts(costOf(baseline), costOf(withSkill), epsilon) : 'not-invoked';
}

/**
 * The side of η on which e_t lies (report, section 4.3), before its parts are clipped: e_t > η where the product of
 * the two smoothed ratios is below 1.
 */
function compareCosts(baseline: ArmCost, withSkill: ArmCost, epsilon: number): PairOutcome {
  const before = smoothedProduct(baseline, epsilon);
  const after = smoothedProduct(withSkill, epsilon);
  if (before === null || after === null) return 'not-measured';
  if (after === before) return 'equal';
  return after < before ? 'cheaper' : 'costlier';
}

function smoothedProduct({ tokens, seconds }: ArmCost, epsilon: number): number | null {
  return tokens === null || seconds === null ? null : (tokens + epsilon) * (seconds + epsilon);
}
