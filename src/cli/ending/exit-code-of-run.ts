import { isWhole, leavesUnmeasured } from '../../contracts/left-out.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { isSufficient } from '../../contracts/standing.ts';
import { COULD_NOT_MEASURE } from './exit-code.ts';

export function exitCodeOfRun(scorecard: Scorecard): number {
  return isUnmeasured(scorecard) ? COULD_NOT_MEASURE : 0;
}

/**
 * A score that is missing only by choice is no failure to measure; an ungraded trial among those chosen is
 * one.
 */
function isUnmeasured({ scores, standing, budgetReached, leftOut, ungraded }: Scorecard): boolean {
  const byChoice = leavesUnmeasured(leftOut);
  return (
    !isSufficient(standing) ||
    (scores.utility === null && !byChoice.utility) ||
    (scores.security === null && !byChoice.security) ||
    (!isWhole(leftOut) && ungraded.length > 0) ||
    budgetReached !== null
  );
}
