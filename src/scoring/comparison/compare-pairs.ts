import { mean } from '../../base/mean.ts';
import type { Comparison, TaskCard, TaskPair } from '../../contracts/scorecard.ts';
import { type ArmCost, costOf } from './arm-cost.ts';

/** Counts over all pairs of all tasks what the report's formula hides. */
export function comparePairs(pairs: readonly TaskPair[]): Comparison {
  const count = (isCounted: (pair: TaskPair) => boolean) => pairs.filter(isCounted).length;
  return {
    enabled: count(({ outcome }) => outcome === 'enabled'),
    harmed: count(({ outcome }) => outcome === 'harmed'),
    bothFailed: count(({ outcome }) => outcome === 'both-failed'),
    fewerTokens: count(({ tokens }) => tokens === 'less'),
    moreTokens: count(({ tokens }) => tokens === 'more'),
    faster: count(({ time }) => time === 'less'),
    slower: count(({ time }) => time === 'more'),
    notInvoked: count(ranWithoutSkill),
    notMeasured: count(lacksEvidence),
    meanTokens: meanPerArm(pairs, 'tokens'),
    meanSeconds: meanPerArm(pairs, 'seconds'),
    meanCostUsd: meanCost(pairs),
  };
}

/** A grade is missing, or a cost if both arms passed and there is nothing else to compare. */
function lacksEvidence({ outcome, tokens, time }: TaskPair): boolean {
  return outcome === 'not-measured' || (outcome === 'both-passed' && (tokens === null || time === null));
}

/** An ungraded trial shows nothing, so it does not count as one that ignored the skill. */
function ranWithoutSkill({ invoked, withSkill }: TaskPair): boolean {
  return !invoked && withSkill !== null && withSkill.passed !== null;
}

/** The mean cost of a task without the skill and with it. */
export function meanCost(pairs: readonly TaskPair[]): TaskCard['meanCostUsd'] {
  return meanPerArm(pairs, 'usd');
}

/** Only pairs in which both arms were measured count, so that the two means are about the same trials. */
function meanPerArm(pairs: readonly TaskPair[], measure: keyof ArmCost): Comparison['meanTokens'] {
  const measured = pairs.flatMap(({ baseline, withSkill }) => {
    const before = baseline && costOf(baseline)[measure];
    const after = withSkill && costOf(withSkill)[measure];
    return before === null || after === null ? [] : { before, after };
  });
  return {
    baseline: mean(measured.map(({ before }) => before)),
    withSkill: mean(measured.map(({ after }) => after)),
  };
}
