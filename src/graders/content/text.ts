import type { TextGrader } from '../../contracts/text-grader.ts';
import { asRead, wordingProblem } from './as-read.ts';
import { contentDifference } from './content-difference.ts';
import { type ContentVerdict, fail, givenText, pass, readText } from './content-verdict.ts';
import { patternProblem } from './pattern-problem.ts';

/** Compares text as people read it. */
export function text(spec: TextGrader, found: Uint8Array, given: Uint8Array | null): ContentVerdict {
  const { path, equals, equalsFile, ignore } = spec;
  const decoded = readText(path, found);
  if ('fault' in decoded) return fail(decoded.fault);
  const read = asRead(decoded.text, ignore);
  const whole = given === null ? equals : givenText(equalsFile, given);
  if (whole !== undefined) {
    const expected = asRead(whole, ignore);
    if (read !== expected) return unequal(path, read, expected);
  }
  const problem =
    wordingProblem(spec, { shown: read, all: decoded.text }) ?? patternProblem(spec, decoded.text);
  return problem === null ? pass(`${path} is as expected`) : fail(`${path} ${problem}`);
}

function unequal(path: string, found: string, expected: string): ContentVerdict {
  const difference = contentDifference(Buffer.from(expected), Buffer.from(found));
  return { ...fail(`${path} has another text than expected`), difference };
}
