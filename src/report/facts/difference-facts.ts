import type { ContentDifference, DifferenceLine } from '../../contracts/content-difference.ts';
import type { Tone } from './wording.ts';

export type DifferenceRow = { mark: string; line: string; text: string; tone: Tone };

const MARKS = {
  expected: { mark: '-', tone: 'good' },
  found: { mark: '+', tone: 'bad' },
  both: { mark: ' ', tone: 'muted' },
} as const satisfies Record<DifferenceLine['side'], { mark: string; tone: Tone }>;

/** Formats a difference like `diff`: expected lines after "-", actual lines after "+", with line numbers. */
export function differenceRows(difference: ContentDifference): DifferenceRow[] {
  if (difference.kind === 'bytes') return [remark(describeBytes(difference))];
  const width = Math.max(...difference.lines.map(({ line }) => String(line).length), 0);
  const rows = difference.lines.map(({ side, line, text }) => ({
    ...MARKS[side],
    line: String(line).padStart(width),
    text,
  }));
  return [...rows, ...(difference.isWhole ? [] : [remark('… and more, which is not shown.')])];
}

export const DIFFERENCE_LEGEND = 'What differs (- expected, + found)';

function describeBytes(difference: Extract<ContentDifference, { kind: 'bytes' }>): string {
  const { at, expectedBytes, foundBytes } = difference;
  return `Binary content: ${expectedBytes} expected, ${foundBytes} found, different from byte ${at} on.`;
}

function remark(text: string): DifferenceRow {
  return { mark: ' ', line: '', text, tone: 'muted' };
}
