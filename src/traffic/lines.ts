import { createHash } from 'node:crypto';

/** The lines of a text, each by its digest and with its length. */
export type Lines = Map<string, number>;

/** Far more than an agent says besides what its tools return; the rest of a longer text is not looked at. */
const MOST_LINES = 10_000;

/** Adds the lines of some texts to others, if there are any. */
export function linesIn(texts: readonly string[], lines: Lines = new Map()): Lines {
  for (const text of texts) {
    for (const line of text.split('\n', MOST_LINES)) {
      if (lines.size >= MOST_LINES) return lines;
      const trimmed = line.trim();
      if (trimmed !== '') lines.set(digestOf(trimmed), trimmed.length);
    }
  }
  return lines;
}

/** The share of some lines that others hold too, by characters; 1 if there are none. */
export function shareIn(lines: Lines, others: Lines): number {
  let [all, found] = [0, 0];
  for (const [line, length] of lines) {
    all += length;
    if (others.has(line)) found += length;
  }
  return all === 0 ? 1 : found / all;
}

function digestOf(line: string): string {
  return createHash('sha1').update(line).digest('base64');
}
