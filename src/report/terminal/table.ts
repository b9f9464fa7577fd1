import { printable } from '../../base/printable.ts';
import { visible } from '../../base/visible.ts';
import type { Tone, Wording } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { displayWidth } from './display-width.ts';
import { paint } from './paint.ts';
import { longestWord, wrap } from './wrap.ts';

/**
 * A cell with `isId` is typed into other commands, so it is broken only if it does not fit on a line of its
 * own. A cell with `isProse` is read as sentences, so it never gets a column of only a word or two.
 */
export type Cell = {
  text: string;
  tone?: Tone;
  align?: 'right';
  isId?: true;
  isProse?: true;
  isLabel?: true;
};

type Row = readonly Cell[];

const GAP = '  ';
/** The least width of a text column; a column of numbers is never narrower than its numbers. */
const NARROWEST = 4;
/** Longer words (paths, digests, addresses) may be broken before the table is stacked. */
const LONG_WORD = 12;
const PROSE = 24;

/**
 * Lays out aligned lines, each with a leading gap. A table that is too wide wraps in its widest columns,
 * between words if that is enough. If the words and numbers of a row do not fit beside each other, they are
 * stacked, each after its label. Nothing is cut off, and no number is broken. A row of one cell is a title
 * over the rows that follow.
 */
export function table(rows: readonly Row[], { colour, columns }: ReportOptions): string[] {
  const printed = rows.map((row) => row.map((cell) => ({ ...cell, text: printable(namedIn(cell)) })));
  const shown = arrange(printed, columns);
  const widths = fitWidths(shown, columns);
  const full = [columns - GAP.length];
  return shown.flatMap((row) => layOutRow(row, row.length === 1 ? full : widths, colour));
}

/**
 * Sentences lose their control sequences. Any other text is a name, which must stay distinguishable from
 * every other.
 */
function namedIn({ text, isProse }: Cell): string {
  return isProse ? text : visible(text);
}

function arrange(rows: readonly Row[], columns: number): readonly Row[] {
  const withIds = hasRoomForIds(rows, columns) ? rows : rows.flatMap(withTitle);
  return hasRoom(withIds.filter(isWide), columns, readablePart) ? withIds : stack(rows);
}

/** Puts each cell on a line of its own after the label of its column, below the first cell of its row. */
function stack(rows: readonly Row[]): Row[] {
  const labels = rows.find(isHeading) ?? [];
  return rows.filter((row) => !isHeading(row)).flatMap((row) => stackRow(row, labels));
}

function stackRow([first = { text: '' }, ...rest]: Row, labels: Row): Row[] {
  const title = first.text === '' ? [] : [[first]];
  const cells = rest.flatMap(({ align: _, ...cell }, index): Row[] =>
    cell.text === '' ? [] : [[{ text: `  ${labels[index + 1]?.text ?? ''}`, tone: 'muted' }, cell]],
  );
  return [...title, ...cells];
}

function isHeading(row: Row): boolean {
  return row.length > 1 && row.every((cell) => cell.isLabel);
}

function isWide(row: Row): boolean {
  return row.length > 1;
}

/** A label that begins with ">" is right-aligned, over numbers. */
export function heading(...labels: readonly string[]): Cell[] {
  return labels.map((label) => ({
    ...(label.startsWith('>') ? right(label.slice(1)) : { text: label }),
    tone: 'muted',
    isLabel: true,
  }));
}

export function right(text: string, tone: Tone = 'plain'): Cell {
  return { text, tone, align: 'right' };
}

export function wordCell({ label, tone }: Wording): Cell {
  return { text: label, tone };
}

function hasRoomForIds(rows: readonly Row[], columns: number): boolean {
  return !rows.some(([first]) => first?.isId) || hasRoom(rows, columns, longestPart);
}

function hasRoom(rows: readonly Row[], columns: number, measure: (cell: Cell) => number): boolean {
  const least = widest(rows, measure);
  return sum(least) <= columns - GAP.length * least.length;
}

function withTitle([first = { text: '' }, ...rest]: Row): Row[] {
  return [[first], [{ text: '' }, ...rest]];
}

function longestPart({ text, isId }: Cell): number {
  return isId ? displayWidth(text) : longestWord(text);
}

function readablePart(cell: Cell): number {
  if (cell.isProse) return Math.min(displayWidth(cell.text), PROSE);
  return cell.align === 'right' ? longestPart(cell) : Math.min(longestPart(cell), LONG_WORD);
}

function unbreakablePart(cell: Cell): number {
  return cell.align === 'right' ? longestPart(cell) : NARROWEST;
}

function fitWidths(allRows: readonly Row[], columns: number): number[] {
  const rows = allRows.filter(isWide);
  const natural = widest(rows, ({ text }) => displayWidth(text));
  const room = columns - GAP.length * natural.length;
  const wholeWords = shrink(natural, widest(rows, longestPart), room);
  const readable = shrink(wholeWords, widest(rows, readablePart), room);
  return shrink(readable, widest(rows, unbreakablePart), room);
}

function widest(rows: readonly Row[], measure: (cell: Cell) => number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => measure(row[column] ?? { text: '' }))),
  );
}

/** Narrows the widest column that is above its least width, until the row fits or none is left to narrow. */
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

function layOutRow(row: Row, widths: readonly number[], colour: boolean): string[] {
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
