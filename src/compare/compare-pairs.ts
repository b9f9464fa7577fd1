import { mean } from '../base/mean.ts';
import type { Comparison, PairOutcome, TaskCard, TaskPair } from '../contracts/scorecard.ts';
import { type ArmCost, costOf } from './arm-cost.ts';

/** What the report's formula hides, over all pairs of all tasks. */
export function comparePairs(pairs: readonly TaskPair[]): Comparison {
  const count = (outcome: PairOutcome) => pairs.filter((pair) => pair.outcome === outcome).length;
  const gains = pairs
    .filter(bothPassed)
    .map(secondsSaved)
    .filter((saved) => saved !== null);
  return {
    enabled: count('enabled'),
    harmed: count('harmed'),
    bothFailed: count('both-failed'),
    faster: gains.filter((saved) => saved > 0).length,
    slower: gains.filter((saved) => saved < 0).length,
    notInvoked: pairs.filter(ranWithoutSkill).length,
    notMeasured: count('not-measured'),
    meanTokens: meanPerArm(pairs, 'tokens'),
    meanSeconds: meanPerArm(pairs, 'seconds'),
    meanCostUsd: meanCost(pairs),
  };
}

function bothPassed({ baseline, withSkill }: TaskPair): boolean {
  return baseline?.passed === true && withSkill?.passed === true;
}

function secondsSaved({ baseline, withSkill }: TaskPair): number | null {
  const before = baseline?.seconds ?? null;
  const after = withSkill?.seconds ?? null;
  return before === null || after === null ? null : before - after;
}

/** A trial that was not graded shows nothing, so it does not count as one that left the skill alone. */
function ranWithoutSkill({ invoked, withSkill }: TaskPair): boolean {
  return !invoked && withSkill !== null && withSkill.passed !== null;
}

/** What a task costs without the skill and with it. */
export function meanCost(pairs: readonly TaskPair[]): TaskCard['meanCostUsd'] {
  return meanPerArm(pairs, 'usd');
}

/** Over the pairs in which both arms have the measurement, so that the two means speak of the same trials. */
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
