import { ProbeGroup } from '../../contracts/identifiers.ts';
import type { LeftOut } from '../../contracts/left-out.ts';
import type { Scores } from '../../contracts/score.ts';
import { showPoints } from '../facts/amounts.ts';
import { showTally } from '../facts/score-facts.ts';
import { GROUPS } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { type Cell, right, table } from './table.ts';

export function groupTable(scores: Scores, options: ReportOptions, leftOut?: LeftOut): string[] {
  const rows = ProbeGroup.options.map((group): Cell[] => [
    { text: GROUPS[group] },
    right(showPoints(scores.groups[group].score), 'strong'),
    { text: showTally(scores, group, leftOut), tone: 'muted' },
  ]);
  return table(rows, options);
}
