import { displayWidth, graphemes } from './display-width.ts';

/**
 * Wraps text to at most `width` columns, after spaces and hyphens. Flags, dates and numbers stay whole if
 * they fit.
 */
export function wrap(text: string, width: number): string[] {
  const pieces = words(text).flatMap((word) => (wordWidth(word) > width ? graphemes(word) : [word]));
  const lines: string[] = [];
  let line = '';
  // The width is counted along, because a line of characters that take no column has no greatest length.
  let lineWidth = 0;
  for (const piece of pieces) {
    const pieceWidth = wordWidth(piece);
    if (line !== '' && pieceWidth > 0 && lineWidth + pieceWidth > width) {
      lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    }
    line += piece;
    lineWidth += displayWidth(piece);
  }
  return [...lines, line.trimEnd()];
}

/** The least width at which no word is broken. */
export function longestWord(text: string): number {
  return Math.max(...words(text).map(wordWidth));
}

function words(text: string): string[] {
  return text.split(/(?<= )(?! )|(?<=[^ -]-)(?![-\d])/);
}

function wordWidth(text: string): number {
  return displayWidth(text.trimEnd());
}
