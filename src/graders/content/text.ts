import { AssayError } from '../../base/assay-error.ts';
import { normalised } from '../../base/normalised.ts';
import type { TextGrader } from '../../contracts/grader-spec.ts';
import { contentDifference } from './content-difference.ts';
import { type ContentVerdict, fail, givenText, pass, readText } from './content-verdict.ts';

type Ignored = TextGrader['ignore'][number];

const LEFT_OUT: readonly { what: Ignored; from: (text: string) => string }[] = [
  { what: 'case', from: (text) => text.toLowerCase() },
  { what: 'punctuation', from: (text) => text.replace(/\p{P}+/gu, '') },
  { what: 'spaces', from: (text) => text.replace(/\s+/gu, ' ').trim() },
];

/** Characters that nobody sees, and that could stand within a text to hide it from a search. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}[\p{Cc}--\s]]/gv;

/** Compares text as people read it. */
export function text(spec: TextGrader, found: Uint8Array, given: Uint8Array | null): ContentVerdict {
  const { path, contains, lacks, equals, equalsFile, ignore } = spec;
  const decoded = readText(path, found);
  if ('fault' in decoded) return fail(decoded.fault);
  const read = normalise(decoded.text, ignore);
  const whole = given === null ? equals : givenText(equalsFile, given);
  if (whole !== undefined) {
    const expected = normalise(whole, ignore);
    if (read !== expected) return unequal(path, read, expected);
  }
  const missing = contains.find((part) => !read.includes(needle(part, spec)));
  if (missing !== undefined) return fail(`${path} does not contain "${missing}"`);
  const unwanted = lacks.find((part) => read.includes(needle(part, spec)));
  return unwanted === undefined ? pass(`${path} is as expected`) : fail(`${path} contains "${unwanted}"`);
}

function unequal(path: string, found: string, expected: string): ContentVerdict {
  const difference = contentDifference(Buffer.from(expected), Buffer.from(found));
  return { ...fail(`${path} has another text than expected`), difference };
}

/** Text that looks the same becomes the same. */
function normalise(read: string, ignore: readonly Ignored[]): string {
  return LEFT_OUT.filter(({ what }) => ignore.includes(what)).reduce(
    (before, { from }) => from(before),
    normalised(read.replace(INVISIBLE, ''), 'NFC'),
  );
}

function needle(part: string, { title, ignore }: TextGrader): string {
  const wanted = normalise(part, ignore);
  if (wanted !== '') return wanted;
  throw new AssayError(
    'GRADER_FAILED',
    `The grader "${title}" looks for "${part}", all of which it ignores.`,
  );
}
