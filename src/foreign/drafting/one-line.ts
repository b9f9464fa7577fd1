import { printable } from '../../base/printable.ts';

const LONGEST = 300;

/** A text from outside as a title: on one line, and no longer than anybody reads. `otherwise` stands for an empty one. */
export function oneLine(text: string, otherwise: string): string {
  const line = printable(text.slice(0, 4 * LONGEST));
  if (line === '') return otherwise;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
