import { AssayError } from '../../base/assay-error.ts';
import type { Verdict } from '../../contracts/grade.ts';

export type ContentVerdict = Omit<Verdict, 'title'>;

/**
 * Judges the bytes of a file that an agent left. `given` is the file of `grade/` that the grader names. Whatever the first
 * contains is a verdict; only what is wrong with the suite's own is an error.
 */
export type JudgeContent<Spec> = (
  spec: Spec,
  found: Uint8Array,
  given: Uint8Array | null,
) => ContentVerdict | Promise<ContentVerdict>;

export function pass(detail: string): ContentVerdict {
  return { passed: true, detail, difference: null };
}

export function fail(detail: string): ContentVerdict {
  return { passed: false, detail, difference: null };
}

/**
 * The longest file that is read as a whole. The values in a text take some twenty times as much memory, and a thread that runs
 * out of it takes the process along.
 */
const MOST_BYTES = 16 * 1024 ** 2;

/** Says that a file is too long, or `null`. */
export function tooLong(path: string, { length }: Uint8Array): string | null {
  return length > MOST_BYTES ? `${path} has more than 16 MiB, too much to be read as a whole` : null;
}

/** Reads a file that an agent left as text, or says why that cannot be done. */
export function readText(path: string, found: Uint8Array): { text: string } | { fault: string } {
  const fault = tooLong(path, found);
  if (fault !== null) return { fault };
  const text = textOf(found);
  return text === null ? { fault: `${path} is not text in UTF-8` } : { text };
}

/** `null` if the bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder can only throw to say that these bytes are not UTF-8, which is an answer here.
    return null;
  }
}

/** The text of a file of the suite's own. */
export function givenText(file: string | undefined, bytes: Uint8Array | null): string {
  const text = bytes === null ? null : textOf(bytes);
  if (text !== null) return text;
  throw new AssayError('GRADER_FAILED', `grade/${file} must be text in UTF-8.`);
}
