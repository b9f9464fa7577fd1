import type { Scorecard } from '../../contracts/scorecard.ts';
import { NOT_MEASURED, showPoints } from '../facts/amounts.ts';
import { comparisonCounts } from '../facts/comparison-facts.ts';
import { statusInTable } from '../facts/status-wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { answerNotices } from './answer-notices.ts';
import { joinSections, section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';

/** The scores and outcomes of several skills, a column for each. */
export function renderSideBySide(scorecards: readonly Scorecard[], options: ReportOptions): string {
  const names = scorecards.map(({ skill }) => `>${skill.name}`);
  const rows = [heading('', ...names), ...scoreRows(scorecards), ...countRows(scorecards)];
  return joinSections([notices(scorecards, options), section('Side by side', table(rows, options), options)]);
}

/** What holds for several of them is said once. */
function notices(scorecards: readonly Scorecard[], options: ReportOptions): string[] {
  return [...new Set(scorecards.map((one) => answerNotices(one, options).join('\n')))];
}

function scoreRows(scorecards: readonly Scorecard[]): Cell[][] {
  const scores = scorecards.map((one) => one.scores);
  return [
    [{ text: 'utility' }, ...scores.map(({ utility }) => right(showPoints(utility), 'strong'))],
    [{ text: 'security' }, ...scores.map(({ security }) => right(showPoints(security), 'strong'))],
    [{ text: 'status' }, ...scorecards.map(statusCell)],
  ];
}

function statusCell({ scores: { status }, standing, probeSet }: Scorecard): Cell {
  const { label, tone } = statusInTable({ status, standing, probeSet }, UNKNOWN);
  return right(label, tone);
}

const UNKNOWN = { label: NOT_MEASURED, tone: 'muted' } as const;

/** One row for each outcome, as under the scores of a single skill. */
function countRows(scorecards: readonly Scorecard[]): Cell[][] {
  const columns = scorecards.map(({ comparison }) => comparisonCounts(comparison));
  const labels = columns[0]?.map(({ label }) => label) ?? [];
  return labels.map((label, row) => [
    { text: label },
    ...columns.map((counts) => right(String(counts[row]?.count ?? ''), counts[row]?.tone)),
  ]);
}
