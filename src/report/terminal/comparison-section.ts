import type { Comparison, Scorecard, TaskCard } from '../../contracts/scorecard.ts';
import { showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import { comparisonCounts } from '../facts/comparison-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';

export function comparisonSection({ comparison, tasks }: Scorecard, options: ReportOptions): string[] {
  const counts = comparisonCounts(comparison).map(({ label, count, meaning, tone }): Cell[] => [
    { text: label, tone },
    right(String(count), tone),
    { text: meaning, tone: 'muted' },
  ]);
  const lines = [
    ...table(counts, options),
    '',
    ...table([...meanCosts(comparison), ...taskCosts(tasks)], options),
  ];
  return section('Beside the utility score', lines, options);
}

function meanCosts({ meanTokens, meanSeconds, meanCostUsd }: Comparison): Cell[][] {
  return [
    heading('mean of a trial', '>baseline', '>with skill'),
    [{ text: 'tokens' }, right(showTokens(meanTokens.baseline)), right(showTokens(meanTokens.withSkill))],
    [{ text: 'time' }, right(showSeconds(meanSeconds.baseline)), right(showSeconds(meanSeconds.withSkill))],
    [{ text: 'cost' }, ...costCells(meanCostUsd)],
  ];
}

/** Costs per task, shown below their mean; empty if no cost is known. */
function taskCosts(tasks: readonly TaskCard[]): Cell[][] {
  const known = tasks.filter(({ meanCostUsd }) => meanCostUsd.baseline !== null);
  return known.map(({ id, meanCostUsd }) => [{ text: `cost of ${id}` }, ...costCells(meanCostUsd)]);
}

function costCells({ baseline, withSkill }: TaskCard['meanCostUsd']): Cell[] {
  return [right(showUsd(baseline)), right(showUsd(withSkill))];
}
