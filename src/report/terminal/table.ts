import { printable } from '../../base/printable.ts';
import type { ReportOptions } from '../report-options.ts';
import type { Tone, Wording } from '../wording.ts';
import { displayWidth } from './display-width.ts';
import { paint } from './paint.ts';
import { longestWord, wrap } from './wrap.ts';

/** What `isId` is typed into other commands, and so is never broken where it can stand on a line of its own. */
export type Cell = { text: string; tone?: Tone; align?: 'right'; isId?: true };

const GAP = '  ';
const NARROWEST = 4;

/**
 * Aligned lines, each led by a gap. A table that is too wide wraps in its widest columns, inside words only where
 * nothing else is left; nothing is cut off. A row of one cell is a title over the rows that follow.
 */
export function table(rows: readonly (readonly Cell[])[], { colour, columns }: ReportOptions): string[] {
  const printed = rows.map((row) => row.map((cell) => ({ ...cell, text: printable(cell.text) })));
  const shown = hasRoomForIds(printed, columns) ? printed : printed.flatMap(withTitle);
  const widths = fitWidths(shown, columns);
  const full = [columns - GAP.length];
  return shown.flatMap((row) => layOutRow(row, row.length === 1 ? full : widths, colour));
}

/** A label that begins with ">" stands over numbers, on the right. */
export function heading(...labels: readonly string[]): Cell[] {
  return labels.map((label) =>
    label.startsWith('>') ? right(label.slice(1), 'muted') : { text: label, tone: 'muted' },
  );
}

export function right(text: string, tone: Tone = 'plain'): Cell {
  return { text, tone, align: 'right' };
}

export function wordCell({ label, tone }: Wording): Cell {
  return { text: label, tone };
}

function hasRoomForIds(rows: readonly (readonly Cell[])[], columns: number): boolean {
  if (!rows.some(([first]) => first?.isId)) return true;
  const least = widest(rows, longestPart);
  return sum(least) <= columns - GAP.length * least.length;
}

function withTitle([first = { text: '' }, ...rest]: readonly Cell[]): (readonly Cell[])[] {
  return [[first], [{ text: '' }, ...rest]];
}

function longestPart({ text, isId }: Cell): number {
  return isId ? displayWidth(text) : longestWord(text);
}

function fitWidths(allRows: readonly (readonly Cell[])[], columns: number): number[] {
  const rows = allRows.filter((row) => row.length > 1);
  const natural = widest(rows, ({ text }) => displayWidth(text));
  const room = columns - GAP.length * natural.length;
  const wholeWords = shrink(natural, widest(rows, longestPart), room);
  return shrink(wholeWords, Array(natural.length).fill(NARROWEST), room);
}

function widest(rows: readonly (readonly Cell[])[], measure: (cell: Cell) => number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => measure(row[column] ?? { text: '' }))),
  );
}

/** Takes from the widest column that is above its least width, until the row fits or none is. */
function shrink(widths: readonly number[], least: readonly number[], room: number): number[] {
  const fitted = [...widths];
  for (let over = sum(fitted) - room; over > 0; over--) {
    const shrinkable = fitted.map((width, column) => (width > (least[column] ?? 0) ? width : 0));
    const most = Math.max(...shrinkable);
    if (most === 0) break;
    fitted[shrinkable.indexOf(most)] = most - 1;
  }
  return fitted;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function layOutRow(row: readonly Cell[], widths: readonly number[], colour: boolean): string[] {
  const cells = row.map((cell, column) => {
    const width = widths[column] ?? 0;
    return { cell, width, lines: wrap(cell.text, width) };
  });
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    cells
      .map(({ cell, width, lines }) => GAP + pad(lines[index] ?? '', cell, width, colour))
      .join('')
      .trimEnd(),
  );
}

function pad(text: string, { tone = 'plain', align }: Cell, width: number, colour: boolean): string {
  const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
  const painted = paint(tone, text, colour);
  return align === 'right' ? padding + painted : painted + padding;
}
