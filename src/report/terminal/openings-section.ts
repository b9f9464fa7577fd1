import type { OpeningComparison, OpeningDifference } from '../../contracts/opening.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { showCount } from '../facts/amounts.ts';
import { OPENING_LEGEND, openingRows, unexplained } from '../facts/opening-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';

/** The others stand in the page and in JSON. */
const MOST_SHOWN = 5;

/** What differs between the arms besides the skill, and does not come with the list of skills. */
export function openingsSection({ openings, runId }: Scorecard, options: ReportOptions): string[] {
  const all = unexplained(openings?.differences ?? []);
  const shown = all.slice(0, MOST_SHOWN);
  const left = all.length - shown.length + (openings?.moreDifferences ?? 0);
  const [first] = shown;
  if (first === undefined) return [];
  const more = `${left === 0 ? '' : `${left} more. `}All of them: assay show ${runId} --trial ${first.trial}`;
  return section(
    `What differs besides the skill (${OPENING_LEGEND})`,
    [
      ...shown.flatMap((one) => [
        ...paragraph(`${one.place}, in ${showCount(one.pairs, 'pair')}`, 'warn', options),
        ...rowsOf(one, options),
      ]),
      ...paragraph(more, 'muted', options),
    ],
    options,
  );
}

/** How the first request of a trial compares with that of the other arm. */
export function openingSection(comparison: OpeningComparison | null, options: ReportOptions): string[] {
  if (comparison === null) return [];
  const { entry, differences, moreDifferences, listed, tools, isWhole } = comparison;
  const facts = [
    `Tools of the baseline: ${tools.join(', ') || 'none'}.`,
    ...(listed.length === 0 ? [] : [`The baseline lists ${listed.join(', ')}.`]),
    entry.length === 0 ? 'The skill has no entry.' : 'The entry of the skill:',
  ];
  const end = [
    ...(differences.length === 0 ? ['Nothing else differs.'] : []),
    ...(moreDifferences === 0 ? [] : [`${moreDifferences} more differ.`]),
    ...(isWhole ? [] : ['A request was too long to be compared as a whole.']),
  ];
  return section(
    `First requests (${OPENING_LEGEND})`,
    [
      ...facts.flatMap((fact) => paragraph(fact, 'muted', options)),
      ...entry.flatMap(({ text }) => paragraph(`+ ${text}`, 'muted', options, '    ')),
      ...differences.flatMap((one) => [
        ...paragraph(`${one.place}, ${WHERE[one.around]}:`, TONES[one.around], options),
        ...rowsOf(one, options),
      ]),
      ...end.flatMap((line) => paragraph(line, 'muted', options)),
    ],
    options,
  );
}

const WHERE = {
  listing: 'around the entry of the skill',
  elsewhere: 'not explained by the skill',
} as const satisfies Record<OpeningDifference['around'], string>;

const TONES = { listing: 'muted', elsewhere: 'warn' } as const satisfies Record<
  OpeningDifference['around'],
  string
>;

function rowsOf(difference: OpeningDifference, options: ReportOptions): string[] {
  return openingRows(difference).flatMap(({ mark, text, tone }) =>
    paragraph(`${mark} ${text}`, tone, options, '    '),
  );
}
