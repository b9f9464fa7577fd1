import type { Arm } from '../contracts/identifiers.ts';
import type { InvalidReason } from '../contracts/score.ts';
import type { ArmOutcome, TaskEvidence } from '../contracts/score-input.ts';

export type Costs = { tokens: number; seconds: number };

/**
 * The evidence that decides the score of a pair. Costs matter only if both arms succeed with the skill in
 * use.
 */
export type ValidPair =
  | { status: 'valid'; outcome: 'not-invoked' | 'skill-failed' | 'enabled' }
  | { status: 'valid'; outcome: 'both-succeeded'; baseline: Costs; withSkill: Costs };

export type CheckedPair = ValidPair | { status: 'invalid'; reasons: InvalidReason[] };

/**
 * A pair is valid if both arms are graded, and both costs are measured where the score depends on them. The
 * report assumes the costs "for every valid task" (section 4.3). A missing cost takes no failure out of the
 * mean: otherwise a skill could make sure that the costs of its failures are never known.
 */
export function checkPair({ invoked, baseline, withSkill }: TaskEvidence): CheckedPair {
  const ungraded = [...ungradedIn('baseline', baseline), ...ungradedIn('with-skill', withSkill)];
  if (ungraded.length > 0) return { status: 'invalid', reasons: ungraded };
  if (!invoked) return { status: 'valid', outcome: 'not-invoked' };
  if (!withSkill.success) return { status: 'valid', outcome: 'skill-failed' };
  if (!baseline.success) return { status: 'valid', outcome: 'enabled' };
  const costs = { baseline: costsOf(baseline), withSkill: costsOf(withSkill) };
  if (costs.baseline !== null && costs.withSkill !== null) {
    return {
      status: 'valid',
      outcome: 'both-succeeded',
      baseline: costs.baseline,
      withSkill: costs.withSkill,
    };
  }
  const reasons = [...missingIn('baseline', baseline), ...missingIn('with-skill', withSkill)];
  return { status: 'invalid', reasons };
}

function costsOf({ tokens, seconds }: ArmOutcome): Costs | null {
  return tokens === null || seconds === null ? null : { tokens, seconds };
}

function ungradedIn(arm: Arm, { success }: ArmOutcome): InvalidReason[] {
  return success === null ? [`${arm}-ungraded`] : [];
}

function missingIn(arm: Arm, { tokens, seconds }: ArmOutcome): InvalidReason[] {
  const reasons: InvalidReason[] = [];
  if (tokens === null) reasons.push(`${arm}-tokens-missing`);
  if (seconds === null) reasons.push(`${arm}-time-missing`);
  return reasons;
}
