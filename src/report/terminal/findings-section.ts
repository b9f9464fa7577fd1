import { visible } from '../../base/visible.ts';
import type { Finding } from '../../contracts/finding.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { SEVERITIES } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';

export function findingsSection({ findings }: Scorecard, options: ReportOptions): string[] {
  const lines = findings.flatMap((finding) => findingLines(finding, options));
  const none = paragraph('none', 'muted', options);
  return section('Static findings', lines.length === 0 ? none : lines, options);
}

function findingLines(finding: Finding, options: ReportOptions): string[] {
  const { rule, title, severity, file, line, column, excerpt, why, remedy } = finding;
  const { label, tone } = SEVERITIES[severity];
  return [
    ...paragraph(`${label}: ${title} (${rule})`, tone, options),
    ...paragraph(`${visible(file)}:${line}:${column}`, 'plain', options, '    '),
    ...paragraph(excerpt, 'plain', options, '    '),
    ...paragraph(why, 'muted', options, '    '),
    ...paragraph(`Remedy: ${remedy}`, 'muted', options, '    '),
  ];
}
