import {
  type ContentDifference,
  type DifferenceLine,
  MAX_DIFFERING_LINES,
} from '../../contracts/content-difference.ts';
import { alignLines, type Step } from './align-lines.ts';
import { visibleLine } from './visible-line.ts';

/**
 * The number of lines of each side that are compared; the time to align them grows
 * with the product of the two.
 */
const MAX_COMPARED = 200;

/** A part of a file that starts at the same place on both sides; `isCut` if the file goes on after it. */
type Part = { text: string; isCut: boolean };
type Side = { lines: readonly string[]; isCut: boolean };

/**
 * The difference between two parts, line by line as `diff` shows it, with one line of context on each side.
 */
export function differingLines(expected: Part, found: Part, firstLine: number): ContentDifference {
  const sides = { expected: linesOf(expected), found: linesOf(found) };
  const textOf = ({ side, index }: Step) =>
    sides[side === 'expected' ? 'expected' : 'found'].lines[index] ?? '';
  const steps = withoutLooseEnd(alignLines(sides.expected.lines, sides.found.lines), sides);
  const beside = counterparts(steps);
  const show = (step: Step): DifferenceLine => {
    const other = beside.get(step);
    const text = visibleLine(textOf(step), other === undefined ? null : textOf(other));
    return { side: step.side, line: firstLine + step.index, text };
  };
  const shown = steps.slice(0, endOfShown(steps));
  const isWhole = !sides.expected.isCut && !sides.found.isCut && shown.length === steps.length;
  return { kind: 'lines', lines: shown.filter(isNearDifference).map(show), isWhole };
}

/** Splits into lines that keep their line ends, so that a missing or different line end is a difference. */
function linesOf({ text, isCut }: Part): Side {
  const lines = text.split(/(?<=\n)/).filter((line) => line !== '');
  return { lines: lines.slice(0, MAX_COMPARED), isCut: isCut || lines.length > MAX_COMPARED };
}

/**
 * Unmatched lines at the end may have a match beyond the other side's cut, so they are left
 * out. The first difference is certain.
 */
function withoutLooseEnd(steps: readonly Step[], sides: Record<'expected' | 'found', Side>): Step[] {
  const isLoose = { expected: sides.found.isCut, found: sides.expected.isCut, both: false };
  const sure = steps.slice(0, steps.findLastIndex(({ side }) => !isLoose[side]) + 1);
  return sure.some(differs) ? sure : [...steps];
}

/**
 * Pairs each changed line with the one in its place on the other side; a line that
 * was added or removed has none.
 */
function counterparts(steps: readonly Step[]): ReadonlyMap<Step, Step> {
  const pairs = new Map<Step, Step>();
  let waiting: Step[] = [];
  for (const [index, step] of steps.entries()) {
    if (steps[index - 1]?.side === 'both') waiting = [];
    const other = waiting[0]?.side === step.side ? undefined : waiting.shift();
    if (other === undefined) waiting.push(step);
    else pairs.set(step, other).set(other, step);
  }
  return pairs;
}

function endOfShown(steps: readonly Step[]): number {
  const last = steps.filter(differs)[MAX_DIFFERING_LINES];
  return last === undefined ? steps.length : steps.indexOf(last);
}

function isNearDifference(_: Step, index: number, steps: readonly Step[]): boolean {
  return steps.slice(Math.max(0, index - 1), index + 2).some(differs);
}

function differs({ side }: Step): boolean {
  return side !== 'both';
}
