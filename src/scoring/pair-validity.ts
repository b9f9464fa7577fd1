import type { Arm } from '../contracts/identifiers.ts';
import type { InvalidReason } from '../contracts/score.ts';
import type { ArmOutcome, TaskEvidence } from '../contracts/score-input.ts';

export type MeasuredArm = { success: boolean; tokens: number; seconds: number };

export type CheckedPair =
  | { status: 'valid'; invoked: boolean; baseline: MeasuredArm; withSkill: MeasuredArm }
  | { status: 'invalid'; reasons: InvalidReason[] };
export type ValidPair = Extract<CheckedPair, { status: 'valid' }>;

/**
 * Valid: both arms graded and both costs measured. The report assumes the costs "for every valid task" (section 4.3),
 * so one that is missing invalidates the pair even where its score would not depend on cost: otherwise whether a
 * task counts would depend on how it ended.
 */
export function checkPair(pair: TaskEvidence): CheckedPair {
  const baseline = measuredArm(pair.baseline);
  const withSkill = measuredArm(pair.withSkill);
  if (baseline !== null && withSkill !== null) {
    return { status: 'valid', invoked: pair.invoked, baseline, withSkill };
  }
  const reasons = [...missingIn('baseline', pair.baseline), ...missingIn('with-skill', pair.withSkill)];
  return { status: 'invalid', reasons };
}

function measuredArm({ success, tokens, seconds }: ArmOutcome): MeasuredArm | null {
  return success === null || tokens === null || seconds === null ? null : { success, tokens, seconds };
}

function missingIn(arm: Arm, { success, tokens, seconds }: ArmOutcome): InvalidReason[] {
  const reasons: InvalidReason[] = [];
  if (success === null) reasons.push(`${arm}-ungraded`);
  if (tokens === null) reasons.push(`${arm}-tokens-missing`);
  if (seconds === null) reasons.push(`${arm}-time-missing`);
  return reasons;
}
