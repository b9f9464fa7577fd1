import { ProbeGroup } from '../../contracts/identifiers.ts';
import type { Scores } from '../../contracts/score.ts';
import { showPoints } from '../amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { showTally } from '../score-facts.ts';
import { GROUPS } from '../wording.ts';
import { type Cell, right, table } from './table.ts';

export function groupTable({ groups }: Scores, options: ReportOptions): string[] {
  const rows = ProbeGroup.options.map((group): Cell[] => [
    { text: GROUPS[group] },
    right(showPoints(groups[group].score), 'strong'),
    { text: showTally(groups[group]), tone: 'muted' },
  ]);
  return table(rows, options);
}
