import { printableLines } from '../../base/printable.ts';
import type { ContentDifference } from '../../contracts/content-difference.ts';
import type { Verdict } from '../../contracts/grade.ts';
import type { Judging } from '../../contracts/judging.ts';
import { DIFFERENCE_LEGEND, differenceRows } from '../facts/difference-facts.ts';
import { describePartialCredit } from '../facts/partial-credit.ts';
import { describeJudging, judgedCriteria } from '../facts/vote-facts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paint } from './paint.ts';
import { paragraph } from './paragraph.ts';
import { section } from './section.ts';
import { wrapLiteral } from './wrap-literal.ts';

/** Shows what each grader or oracle said, and how a file differs from the expected one. */
export function verdictsSection(verdicts: readonly Verdict[], options: ReportOptions): string[] {
  const lines = verdicts.flatMap(({ title, passed, detail, difference, judgings = [], partialCredit }) => [
    ...paragraph(`${passed ? 'passed' : 'failed'}: ${title}`, passed ? 'good' : 'bad', options),
    ...paragraph(detail, 'muted', options, '    ').filter((line) => line.trim() !== ''),
    ...creditLines(partialCredit, options),
    ...(difference === null ? [] : differenceLines(difference, options)),
    ...judgings.flatMap((judging) => votesLines(judging, options)),
  ]);
  return section('Verdicts', lines, options);
}

function creditLines(share: number | undefined, options: ReportOptions): string[] {
  const text = describePartialCredit(share);
  return text === null ? [] : paragraph(text, 'muted', options, '    ');
}

function votesLines(judging: Judging, options: ReportOptions): string[] {
  const criteria = judgedCriteria(judging).flatMap(({ verdict, criterion, votes }) => [
    ...paragraph(`${verdict}: ${criterion}`, 'plain', options, '      '),
    ...votes.flatMap((vote, at) => paragraph(`${at + 1}. ${vote}`, 'muted', options, '        ')),
  ]);
  return [...paragraph(describeJudging(judging), 'muted', options, '    '), ...criteria];
}

function differenceLines(difference: ContentDifference, options: ReportOptions): string[] {
  const indent = '      ';
  const rows = differenceRows(difference).flatMap(({ mark, line, text, tone }) => {
    const lead = `${mark} ${line}  `;
    const parts = wrapLiteral(printableLines(text).join(' '), options.columns - indent.length - lead.length);
    return parts.map((part, index) => {
      const start = index === 0 ? lead : ' '.repeat(lead.length);
      return indent + paint(tone, `${start}${part}`, options.colour);
    });
  });
  return [...paragraph(DIFFERENCE_LEGEND, 'muted', options, '    '), ...rows];
}
