import { stripVTControlCharacters } from 'node:util';
import { UNSEEN } from './unseen.ts';

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
const TAB_STOP = 8;

/**
 * Turns a text from outside into one line that cannot move a cursor, change colours, or hide or reorder what
 * is shown. A no-break space stays: it is visible, and keeps a number and its unit together.
 */
export function printable(text: string): string {
  return withoutUnseen(stripVTControlCharacters(text).replace(/[^\S\u00a0]/gu, ' '))
    .replace(/ +/g, ' ')
    .trim();
}

/** Does the same for a text whose line breaks and indentation matter, line by line. */
export function printableLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split(LINE_BREAK)
    .map((line) => withoutUnseen(expandTabs(line).replace(/[^\S\u00a0]/gu, ' ')).trimEnd());
}

function expandTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t');
  return rest.reduce((before, part) => before.padEnd(nextTabStop(before.length)) + part, first);
}

function nextTabStop(column: number): number {
  return column - (column % TAB_STOP) + TAB_STOP;
}

function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, '');
}
