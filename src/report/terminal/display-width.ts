import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The number of columns that a printable text is wide on a terminal. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
