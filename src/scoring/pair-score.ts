import type { ScoringParameters } from '../contracts/parameters.ts';
import type { Efficiency } from '../contracts/score.ts';
import { rateEfficiency } from './efficiency.ts';
import type { ValidPair } from './pair-validity.ts';

export type PairScore = { score: number; efficiency: Efficiency | null };

/** s = g·v (report, section 4.2): 0 without use or success, 100 if only the skill arm succeeds, else φ(e). */
export function scorePair(pair: ValidPair, parameters: ScoringParameters): PairScore {
  if (pair.outcome === 'enabled') return { score: 100, efficiency: null };
  if (pair.outcome !== 'both-succeeded') return { score: 0, efficiency: null };
  const efficiency = rateEfficiency(pair.baseline, pair.withSkill, parameters);
  return { score: bothSucceedValue(efficiency.combined, parameters), efficiency };
}

/**
 * φ(e) (report, section 4.3) rises from β at e = 0 to η at e = η, and is e itself above that. It is in [β,
 * 100] if β ≤ η. The division e/η comes before the product, so that no rounding takes φ past 100.
 */
function bothSucceedValue(efficiency: number, { eta, beta }: ScoringParameters): number {
  return efficiency > eta ? efficiency : beta + (eta - beta) * (efficiency / eta);
}
