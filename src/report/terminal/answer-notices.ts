import type { LeftOut } from '../../contracts/left-out.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { sourceNotices } from '../facts/answer-source.ts';
import { leftOutNotice } from '../facts/left-out-notice.ts';
import { standingNotice } from '../facts/standing-notice.ts';
import type { Tone } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from './paragraph.ts';

type Answered = { setup: { simulated: boolean }; replayed: boolean; leftOut: LeftOut };

export function answerNotices(
  { setup: { simulated }, replayed, leftOut }: Answered,
  options: ReportOptions,
): string[] {
  return lines([...sourceNotices({ simulated, replayed }), ...leftOutNotice(leftOut)], 'warn', options);
}

export function standingNotices({ standing }: Scorecard, options: ReportOptions): string[] {
  return lines(standingNotice(standing), 'bad', options);
}

function lines(
  notices: readonly { title: string; text: string }[],
  tone: Tone,
  options: ReportOptions,
): string[] {
  return notices.flatMap(({ title, text }) => [
    ...paragraph(title.toUpperCase(), tone, options, '! '),
    ...paragraph(text, tone, options, '! '),
  ]);
}
