import type { Scorecard } from '../../contracts/scorecard.ts';
import { answerNotices as noticesOf } from '../answer-source.ts';
import { leftOutNotice } from '../left-out-notice.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';

export function answerNotices(
  { setup: { simulated }, replayed, leftOut }: Scorecard,
  options: ReportOptions,
): string[] {
  return [...noticesOf({ simulated, replayed }), ...leftOutNotice(leftOut)].flatMap(({ title, text }) => [
    ...paragraph(title.toUpperCase(), 'warn', options, '! '),
    ...paragraph(text, 'warn', options, '! '),
  ]);
}
