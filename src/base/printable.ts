import { UNSEEN } from './unseen.ts';

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
const TAB_STOP = 8;

/** Spaces, and characters that look like some. A no-break space stays: it keeps a number and its unit together. */
const BLANK = /[^\S\u00a0]|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Matches a colour, the one sequence that is left out: no terminal hides what stands between two of them. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]{0,20}m`, 'g');
const CONTROL = /\p{Cc}/gu;

/**
 * Turns a text from outside into one line that cannot move a cursor, change colours, or hide or reorder what
 * is shown. Control characters are written out: if whatever follows them were left out as a terminal would,
 * two of them could hide all that stands between.
 */
export function printable(text: string): string {
  return onOneLine(text).replace(/ +/g, ' ').trim();
}

/** Does the same for a text whose line breaks and indentation matter, line by line. */
export function printableLines(text: string): string[] {
  return text.split(LINE_BREAK).map((line) => onOneLine(expandTabs(line)).trimEnd());
}

function onOneLine(text: string): string {
  return text.replace(COLOUR, '').replace(BLANK, ' ').replace(CONTROL, writtenOut).replace(UNSEEN, '');
}

function writtenOut(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}

function expandTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t');
  return rest.reduce((before, part) => before.padEnd(nextTabStop(before.length)) + part, first);
}

function nextTabStop(column: number): number {
  return column - (column % TAB_STOP) + TAB_STOP;
}
