const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Scripts and symbols that are two columns wide on a terminal; U+FE0F asks for the emoji form of a symbol.
 */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;

/** The number of columns that a printable text is wide on a terminal. */
export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, grapheme) => width + (WIDE.test(grapheme) ? 2 : 1), 0);
}

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
