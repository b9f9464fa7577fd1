import type { TaskPair } from '../../contracts/scorecard.ts';
import { showSecondsChange, showTokensChange, showUsdChange } from './amounts.ts';
import { tokensOf } from './arm-facts.ts';
import { OUTCOMES, TIME_CHANGES, TOKEN_CHANGES, type Wording } from './wording.ts';

/**
 * Describes the result of a pair. If both arms passed, tokens and time get a word each. Says that the skill
 * was not in use if the outcome does not already say so.
 */
export function describeOutcome(pair: TaskPair): Wording[] {
  const { outcome, invoked, withSkill } = pair;
  const costs = [tokensWording(pair), timeWording(pair)].filter((wording) => wording !== null);
  if (costs.length > 0) return costs;
  const said = outcome === 'not-invoked' || outcome === 'not-measured';
  const unused = !invoked && !said && withSkill !== null;
  return unused ? [OUTCOMES[outcome], OUTCOMES['not-invoked']] : [OUTCOMES[outcome]];
}

/** Returns `null` if there is nothing to compare. */
export function tokensWording({ tokens }: Pick<TaskPair, 'tokens'>): Wording | null {
  return tokens === null ? null : TOKEN_CHANGES[tokens];
}

export function timeWording({ time }: Pick<TaskPair, 'time'>): Wording | null {
  return time === null ? null : TIME_CHANGES[time];
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
