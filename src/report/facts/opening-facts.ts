import { visible } from '../../base/visible.ts';
import type { OpeningDifference, Openings } from '../../contracts/opening.ts';
import { showCount } from './amounts.ts';
import type { Fact } from './fact.ts';
import type { Tone } from './wording.ts';

export const OPENING_LEGEND = '- baseline, + with skill';

/** What the first requests show of the two arms, in a line; nothing for older scorecards. */
export function openingFacts(openings: Openings | undefined): Fact[] {
  if (openings === undefined) return [];
  const { pairs, listed } = openings;
  const parts = [
    ...(pairs.compared === 0 ? [] : [describeDifferences(openings)]),
    ...unlistedIn(pairs),
    ...(listed.length === 0 ? [] : [`the baseline lists ${listed.join(', ')}`]),
    ...(pairs.notCompared === 0 ? [] : [`${showCount(pairs.notCompared, 'pair')} not compared`]),
    ...(openings.isWhole ? [] : ['some too long to be compared as a whole']),
  ];
  return [{ label: 'First requests', value: parts.join('; ') }];
}

function describeDifferences({ differences, moreDifferences }: Openings): string {
  const around = differences.filter((difference) => difference.around === 'listing').length;
  const elsewhere = differences.length - around + moreDifferences;
  const what = [
    ...(around === 0 ? [] : [`${showCount(around, 'line')} around the entry of the skill`]),
    ...(elsewhere === 0 ? [] : [`${showCount(elsewhere, 'place')} that nothing explains`]),
  ];
  return what.length === 0
    ? 'the arms differ in the entry of the skill alone'
    : `the arms also differ in ${what.join(' and ')}`;
}

function unlistedIn({ compared, listing }: Openings['pairs']): string[] {
  if (listing === compared) return [];
  return [
    listing === 0
      ? 'none lists the skill'
      : `${showCount(compared - listing, 'pair')} without an entry of the skill`,
  ];
}

/** Differences that do not come with the list of skills. */
export function unexplained<Item extends OpeningDifference>(differences: readonly Item[]): Item[] {
  return differences.filter(({ around }) => around === 'elsewhere');
}

export type OpeningRow = { mark: '-' | '+'; text: string; tone: Tone };

/** Characters that nobody sees are written out: they may be all that differs. */
export function openingRows({
  baseline,
  withSkill,
}: Pick<OpeningDifference, 'baseline' | 'withSkill'>): OpeningRow[] {
  return [
    ...(baseline === null ? [] : [{ mark: '-' as const, text: visible(baseline), tone: 'muted' as const }]),
    ...(withSkill === null ? [] : [{ mark: '+' as const, text: visible(withSkill), tone: 'plain' as const }]),
  ];
}
