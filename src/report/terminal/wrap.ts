import { displayWidth, graphemes } from './display-width.ts';

/**
 * Wraps text to at most `width` columns, after spaces and hyphens. Flags, dates and numbers stay whole if
 * they fit.
 */
export function wrap(text: string, width: number): string[] {
  const pieces = words(text).flatMap((word) => (wordWidth(word) > width ? graphemes(word) : [word]));
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && wordWidth(line + piece) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
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
