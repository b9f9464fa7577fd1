import type { Scores } from '../../contracts/score.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { isSufficient } from '../../contracts/standing.ts';
import { NOT_MEASURED, showPoints } from '../facts/amounts.ts';
import { authorshipNotice } from '../facts/authorship-notice.ts';
import { coverage } from '../facts/run-facts.ts';
import { INSUFFICIENT } from '../facts/standing-notice.ts';
import { statusWording } from '../facts/status-wording.ts';
import { unprovenNotice } from '../facts/unproven-notice.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { type Cell, right, table, wordCell } from './table.ts';

export function verdictSection(scorecard: Scorecard, options: ReportOptions): string[] {
  const notices = [unprovenNotice(scorecard.unproven), authorshipNotice(scorecard.suite)];
  return [
    ...verdictLines(scorecard.scores, options, scorecard),
    ...paragraph(coverage(scorecard), 'muted', options),
    ...notices.flatMap((notice) => (notice === null ? [] : paragraph(notice, 'warn', options))),
  ];
}

export function verdictLines(
  { utility, security, status }: Scores,
  options: ReportOptions,
  { standing, probeSet }: Partial<Pick<Scorecard, 'standing' | 'probeSet'>> = {},
): string[] {
  const isShort = standing !== undefined && !isSufficient(standing);
  const statusCell = status === null ? { text: '' } : wordCell(statusWording(status, { probeSet }));
  const rows = [
    [{ text: 'Utility' }, scoreCell(utility), { text: '' }],
    [{ text: 'Security' }, scoreCell(security), statusCell],
    ...(isShort ? [[{ text: 'Standing' }, { text: '' }, { text: INSUFFICIENT, tone: 'bad' as const }]] : []),
  ];
  return table(rows, options);
}

function scoreCell(score: number | null): Cell {
  return score === null ? right(NOT_MEASURED, 'muted') : right(`${showPoints(score)} of 100`, 'strong');
}
