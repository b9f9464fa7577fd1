import type { CheckReport } from '../../../contracts/check-report.ts';
import { paragraph } from '../../terminal/paragraph.ts';
import { joinSections } from '../../terminal/section.ts';
import { type Cell, table, wordCell } from '../../terminal/table.ts';
import type { CheckReportOptions } from '../check-report-options.ts';
import { originOf } from '../facts/place.ts';
import { tally } from '../facts/tally.ts';
import { VERDICTS } from '../facts/verdicts.ts';
import { acceptedLines, findingLines } from './finding-lines.ts';

/** Renders the skills that have findings, then the other skills, then the totals. */
export function renderCheckTerminal(reports: readonly CheckReport[], options: CheckReportOptions): string {
  const quiet = reports.filter((report) => isQuiet(report));
  return joinSections([
    ...reports.filter((report) => !isQuiet(report)).map((report) => skillLines(report, options)),
    table(quiet.map(headRow), options),
    [...paragraph(tally(reports), 'strong', options), ...hint(reports, options)],
  ]);
}

function isQuiet({ findings, suppressed }: CheckReport): boolean {
  return findings.length + suppressed.length === 0;
}

function skillLines(report: CheckReport, options: CheckReportOptions): string[] {
  return [
    ...table([headRow(report)], options),
    ...report.findings.flatMap((finding) => findingLines(finding, options)),
    ...report.suppressed.flatMap((suppressed) => acceptedLines(suppressed, options)),
  ];
}

function headRow(report: CheckReport): Cell[] {
  return [
    wordCell(VERDICTS[report.verdict]),
    { text: report.name, tone: 'strong' },
    { text: originOf(report) === report.name ? '' : originOf(report), tone: 'muted' },
  ];
}

function hint(reports: readonly CheckReport[], options: CheckReportOptions): string[] {
  if (options.verbose || reports.every(({ findings }) => findings.length === 0)) return [];
  return paragraph('Why each matters and what to do: --verbose, or "assay explain RULE".', 'muted', options);
}
