import { AssayError } from '../../base/assay-error.ts';

/** A text that begins with YAML between two lines of dashes. */
export type FrontMatter = { yaml: string; body: string };

const FENCE = /^---[ \t]*\r?$/;

/** The YAML keeps its lines, so that its places are those of the file. */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (FENCE.test(lines[0] ?? '') && end !== -1)
    return { yaml: ['', ...lines.slice(1, end), ''].join('\n'), body: lines.slice(end + 1).join('\n') };
  throw new AssayError(
    'INPUT_INVALID',
    `${file}:1:1: expected YAML between two lines of three dashes at the beginning, found none.`,
  );
}
