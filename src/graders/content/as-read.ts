import { AssayError } from '../../base/assay-error.ts';
import { normalised } from '../../base/normalised.ts';
import type { TextGrader } from '../../contracts/text-grader.ts';
import { findRead } from './unwanted-text.ts';

type Ignored = TextGrader['ignore'][number];

const LEFT_OUT: readonly { what: Ignored; from: (text: string) => string }[] = [
  { what: 'case', from: (text) => text.toLowerCase() },
  { what: 'punctuation', from: (text) => text.replace(/\p{P}+/gu, '') },
  { what: 'spaces', from: (text) => text.replace(/\s+/gu, ' ').trim() },
];

/** Characters that nobody sees, and that could stand within a text to hide it from a search. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}[\p{Cc}--\s]]/gv;

/** Text that looks the same becomes the same. */
export function asRead(text: string, ignore: readonly Ignored[]): string {
  return LEFT_OUT.filter(({ what }) => ignore.includes(what)).reduce(
    (before, { from }) => from(before),
    normalised(text.replace(INVISIBLE, ''), 'NFC'),
  );
}

type Wording = Pick<TextGrader, 'title' | 'contains' | 'lacks' | 'ignore'>;
/** What people see of a text, as `asRead` gives it, and all of the text as it is. */
type Readings = { shown: string; all: string };

/** Says which text is missing or should not be there, or `null`. */
export function wordingProblem(spec: Wording, { shown, all }: Readings): string | null {
  const missing = spec.contains.find((part) => !shown.includes(needle(part, spec)));
  if (missing !== undefined) return `does not contain "${missing}"`;
  const unwanted = findUnwanted(spec, all);
  return unwanted === undefined ? null : `contains "${unwanted}"`;
}

/**
 * What is wanted has to be written as it is named. What is not wanted is looked for in any way of writing that people would
 * still read, because a work that says it could be written so.
 */
function findUnwanted(spec: Wording, all: string): string | undefined {
  const { lacks, ignore } = spec;
  if (lacks.length === 0) return undefined;
  const read = asRead(all, ignore);
  return lacks.find((part) => read.includes(needle(part, spec))) ?? findRead(all, lacks, ignore);
}

function needle(part: string, { title, ignore }: Wording): string {
  const wanted = asRead(part, ignore);
  if (wanted !== '') return wanted;
  throw new AssayError(
    'GRADER_FAILED',
    `The grader "${title}" looks for "${part}", all of which it ignores.`,
  );
}
