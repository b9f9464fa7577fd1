import { printable } from '../../base/printable.ts';
import type { Tone } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paint } from './paint.ts';
import { wrap } from './wrap.ts';

/** Wraps any text and indents it under the title of a section. */
export function paragraph(
  text: string,
  tone: Tone,
  { colour, columns }: ReportOptions,
  indent = '  ',
): string[] {
  return wrap(printable(text), columns - indent.length).map((line) => indent + paint(tone, line, colour));
}
