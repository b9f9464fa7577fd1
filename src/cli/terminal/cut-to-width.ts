import { displayWidth, graphemes } from '../../report/terminal/display-width.ts';

/** As much of a printable text as fits beside each other, with a mark where something is missing. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const one of graphemes(text)) {
    width += displayWidth(one);
    if (width >= columns) break;
    kept += one;
  }
  return `${kept}…`;
}
