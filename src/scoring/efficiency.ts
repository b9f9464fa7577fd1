import { mean } from '../base/mean.ts';
import type { ScoringParameters } from '../contracts/parameters.ts';
import type { Efficiency } from '../contracts/score.ts';
import type { Costs } from './pair-validity.ts';

/**
 * e_u, e_τ and their mean e_t (report, section 4.3). Each is in [0, 100], and η if both arms cost the same.
 */
export function rateEfficiency(baseline: Costs, withSkill: Costs, parameters: ScoringParameters): Efficiency {
  const tokens = rateCost(baseline.tokens, withSkill.tokens, parameters);
  const time = rateCost(baseline.seconds, withSkill.seconds, parameters);
  return { tokens, time, combined: (tokens + time) / 2 };
}

/** The mean of each part over the repeats in which both arms succeeded; `null` if there were none. */
export function meanEfficiency(repeats: readonly Efficiency[]): Efficiency | null {
  const tokens = mean(repeats.map((one) => one.tokens));
  const time = mean(repeats.map((one) => one.time));
  const combined = mean(repeats.map((one) => one.combined));
  return tokens === null || time === null || combined === null ? null : { tokens, time, combined };
}

/** e = clip(η − α·log2 r) with r = (skill + ε)/(baseline + ε) (report, section 4.3). In [0, 100]. */
function rateCost(baseline: number, withSkill: number, { eta, alpha, epsilon }: ScoringParameters): number {
  const ratio = (withSkill + epsilon) / (baseline + epsilon);
  return Math.max(0, Math.min(100, eta - alpha * Math.log2(ratio)));
}
