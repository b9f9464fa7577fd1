import type { Scorecard } from '../../contracts/scorecard.ts';
import { provenance } from '../facts/run-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { type Cell, table } from './table.ts';

export function provenanceSection(scorecard: Scorecard, options: ReportOptions): string[] {
  const rows = provenance(scorecard).map(({ label, value }): Cell[] => [
    { text: label, tone: 'muted' },
    { text: value },
  ]);
  return section('Provenance', table(rows, options), options);
}
