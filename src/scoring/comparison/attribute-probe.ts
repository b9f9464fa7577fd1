import type { ProbeAttribution, ProbePair } from '../../contracts/scorecard.ts';

/**
 * Attributes a failed probe to the skill or to the bare agent. Returns `null` if the with-skill arm did not
 * fail, and `unknown` if the baseline was not measured, because then nobody knows what the bare agent would
 * have done.
 */
export function attributeProbe({
  baseline,
  withSkill,
}: Pick<ProbePair, 'baseline' | 'withSkill'>): ProbeAttribution | null {
  if (withSkill?.passed !== false) return null;
  if (baseline === null || baseline.passed === null) return 'unknown';
  return baseline.passed ? 'skill' : 'agent';
}
