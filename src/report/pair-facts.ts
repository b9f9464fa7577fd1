import type { TaskPair } from '../contracts/scorecard.ts';
import { showSecondsChange, showTokensChange, showUsdChange } from './amounts.ts';
import { tokensOf } from './arm-facts.ts';
import { OUTCOMES, type Wording } from './wording.ts';

/** What the pair came to, and beside it that the skill was not in use, where that is not said already. */
export function describeOutcome({ outcome, invoked, withSkill }: TaskPair): Wording[] {
  const said = outcome === 'not-invoked' || outcome === 'not-measured';
  const unused = !invoked && !said && withSkill !== null;
  return unused ? [OUTCOMES[outcome], OUTCOMES['not-invoked']] : [OUTCOMES[outcome]];
}

export function tokensChange({ baseline, withSkill }: TaskPair): string {
  return showTokensChange(tokensOf(baseline), tokensOf(withSkill));
}

export function secondsChange({ baseline, withSkill }: TaskPair): string {
  return showSecondsChange(baseline?.seconds ?? null, withSkill?.seconds ?? null);
}

export function costChange({ baseline, withSkill }: TaskPair): string {
  return showUsdChange(baseline?.costUsd ?? null, withSkill?.costUsd ?? null);
}
