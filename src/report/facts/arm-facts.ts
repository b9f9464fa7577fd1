import type { ArmResult } from '../../contracts/scorecard.ts';
import { totalTokens } from '../../contracts/transcript.ts';
import type { Wording } from './wording.ts';

/** `null` is a trial that has not run; a result without a grade is a trial that could not be graded. */
export function describeArm(arm: ArmResult | null): Wording {
  if (arm === null) return { label: 'not run', tone: 'muted' };
  if (arm.passed === null) return { label: 'not graded', tone: 'muted' };
  return arm.passed ? { label: 'passed', tone: 'good' } : { label: 'failed', tone: 'bad' };
}

export function tokensOf(arm: ArmResult | null): number | null {
  return arm === null || arm.usage === null ? null : totalTokens(arm.usage);
}
