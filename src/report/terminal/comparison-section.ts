import type { Comparison, Scorecard } from '../../contracts/scorecard.ts';
import { showSeconds, showTokens } from '../amounts.ts';
import { comparisonCounts } from '../comparison-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';

export function comparisonSection({ comparison }: Scorecard, options: ReportOptions): string[] {
  const counts = comparisonCounts(comparison).map(({ label, count, meaning, tone }): Cell[] => [
    { text: label, tone },
    right(String(count), tone),
    { text: meaning, tone: 'muted' },
  ]);
  const lines = [...table(counts, options), '', ...table(meanCosts(comparison), options)];
  return section('Beside the utility score', lines, options);
}

function meanCosts({ meanTokens, meanSeconds }: Comparison): Cell[][] {
  return [
    heading('mean cost', '>baseline', '>with skill'),
    [{ text: 'tokens' }, right(showTokens(meanTokens.baseline)), right(showTokens(meanTokens.withSkill))],
    [{ text: 'time' }, right(showSeconds(meanSeconds.baseline)), right(showSeconds(meanSeconds.withSkill))],
  ];
}
