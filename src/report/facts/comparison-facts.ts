import { DEAD_ZONE } from '../../contracts/cost-change.ts';
import type { Comparison } from '../../contracts/scorecard.ts';
import type { Tone } from './wording.ts';

export type Count = { label: string; count: number; meaning: string; tone: Tone };

/** Changes within the dead zone count as neither better nor worse. */
const BEYOND_TOKENS = `both passed, by a factor of ${DEAD_ZONE.tokens} or more`;
const BEYOND_TIME = `both passed, by a factor of ${DEAD_ZONE.time} or more`;

/** The counts that the utility score hides, harm first, so that a reader does not have to look for them. */
export function comparisonCounts(comparison: Comparison): Count[] {
  const counts: Count[] = [
    { label: 'harmed', count: comparison.harmed, meaning: 'only the baseline passed', tone: 'bad' },
    { label: 'enabled', count: comparison.enabled, meaning: 'only the skill arm passed', tone: 'good' },
    { label: 'both failed', count: comparison.bothFailed, meaning: 'neither arm passed', tone: 'plain' },
    { label: 'fewer tokens', count: comparison.fewerTokens, meaning: BEYOND_TOKENS, tone: 'good' },
    { label: 'more tokens', count: comparison.moreTokens, meaning: BEYOND_TOKENS, tone: 'warn' },
    { label: 'faster', count: comparison.faster, meaning: BEYOND_TIME, tone: 'good' },
    { label: 'slower', count: comparison.slower, meaning: BEYOND_TIME, tone: 'warn' },
    { label: 'not invoked', count: comparison.notInvoked, meaning: 'the skill was not used', tone: 'warn' },
    { label: 'not measured', count: comparison.notMeasured, meaning: 'not enough evidence', tone: 'warn' },
  ];
  return counts.map((one) => (one.count === 0 ? { ...one, tone: 'muted' } : one));
}
