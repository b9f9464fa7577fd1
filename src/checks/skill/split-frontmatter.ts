import { lineAt, type TextFile } from './text-file.ts';

/** A run of whole lines of a file. */
export type Slice = { text: string; offset: number; firstLine: number };

export type Split =
  | { status: 'found'; openingLine: number; yaml: Slice; body: Slice }
  | { status: 'missing' | 'unclosed'; body: Slice };

/**
 * Splits `SKILL.md` at two lines that contain only `---`, so that dashes inside a value split nothing. Blank
 * lines before the first are wrong, but are ignored here so that the rest can be checked.
 */
export function splitFrontmatter(file: TextFile): Split {
  const opening = findLine(file, 1, (line) => line.trim() !== '');
  if (opening === null || !isFence(lineAt(file, opening))) {
    return { status: 'missing', body: sliceOf(file, 1) };
  }
  const closing = findLine(file, opening + 1, isFence);
  if (closing === null) return { status: 'unclosed', body: sliceOf(file, opening + 1) };
  return {
    status: 'found',
    openingLine: opening,
    yaml: sliceOf(file, opening + 1, closing),
    body: sliceOf(file, closing + 1),
  };
}

function isFence(line: string): boolean {
  return line.trimEnd() === '---';
}

function findLine(file: TextFile, from: number, matches: (line: string) => boolean): number | null {
  for (let line = from; line <= file.lineStarts.length; line++) {
    if (matches(lineAt(file, line))) return line;
  }
  return null;
}

function sliceOf({ text, lineStarts }: TextFile, firstLine: number, beforeLine?: number): Slice {
  const offset = lineStarts[firstLine - 1] ?? text.length;
  const end = beforeLine === undefined ? text.length : (lineStarts[beforeLine - 1] ?? text.length);
  return { text: text.slice(offset, end), offset, firstLine };
}
